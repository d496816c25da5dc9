package dev.quarry.load;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.*;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.function.Function;

/** The requests that simulations are made of. */
final class Requests {

    /** The picture of thumbnails. */
    static final byte[] SMALL = LoadPictures.jpeg(640, 480);

    /** A telephone's photograph. */
    static final byte[] USUAL = LoadPictures.jpeg(4032, 3024);

    /** A large photograph, 24 megapixels. */
    static final byte[] LARGE = LoadPictures.jpeg(6000, 4000);

    private static final int REFUSED_SHARE = 429;
    private static final int REFUSED = 503;
    private static final int TOO_LATE = 504;

    private Requests() {}

    /** A request that must succeed. */
    static HttpRequestActionBuilder good(String name, String query, byte[] picture) {
        return http(name).post("/v1/transform?" + query).body(ByteArrayBody(picture)).check(status().is(200));
    }

    /** A request that may be refused, if the refusal says when to come back. */
    static HttpRequestActionBuilder refusable(String name, String query, byte[] picture) {
        return checked(name, query, picture, 200, REFUSED_SHARE, REFUSED);
    }

    /** A request that may be refused, or wait until its deadline has passed. */
    static HttpRequestActionBuilder hopeless(String name, String query, byte[] picture) {
        return checked(name, query, picture, 200, REFUSED_SHARE, REFUSED, TOO_LATE);
    }

    private static HttpRequestActionBuilder checked(String name, String query, byte[] picture, Integer... allowed) {
        return http(name)
                .post("/v1/transform?" + query)
                .body(ByteArrayBody(picture))
                .check(
                        status().in(allowed).saveAs("status"),
                        header("Retry-After")
                                .withDefault("none")
                                .validate("is there when refused", (retry, session) -> {
                                    int status = session.getInt("status");
                                    if ((status == REFUSED || status == REFUSED_SHARE) && "none".equals(retry)) {
                                        throw new IllegalStateException(status + " without Retry-After");
                                    }
                                    return retry;
                                }));
    }

    /** A thumbnail. */
    static HttpRequestActionBuilder thumbnail(String name) {
        return good(name, "resize=100x", SMALL);
    }

    /** One of the usual requests. */
    static ChainBuilder mixed() {
        return mixed(request -> exec(request), request -> exec(request));
    }

    /**
     * One of the usual requests.
     *
     * @param thumbnails how one for a thumbnail is made
     * @param others how one for anything else is made
     */
    static ChainBuilder mixed(
            Function<HttpRequestActionBuilder, ChainBuilder> thumbnails,
            Function<HttpRequestActionBuilder, ChainBuilder> others) {
        return exec(randomSwitch()
                .on(
                        percent(55.0).then(thumbnails.apply(thumbnail("thumbnail"))),
                        percent(20.0).then(others.apply(good("photograph to 720", "resize=720x", USUAL))),
                        percent(10.0).then(others.apply(good("24 megapixels to 300", "resize=300x", LARGE))),
                        percent(5.0).then(others.apply(good("crop and turn", "crop=1000x1000&rotate=10", USUAL))),
                        percent(5.0).then(others.apply(good("to PNG", "resize=400x&format=png", USUAL))),
                        percent(5.0).then(exec(plan()))));
    }

    private static HttpRequestActionBuilder plan() {
        return http("plan").post("/v1/plan?resize=100x").body(ByteArrayBody(SMALL)).check(status().is(200));
    }
}
