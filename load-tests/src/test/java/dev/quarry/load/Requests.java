package dev.quarry.load;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.*;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

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

    private Requests() {}

    /** A request that must succeed. */
    static HttpRequestActionBuilder good(String name, String query, byte[] picture) {
        return http(name).post("/v1/transform?" + query).body(ByteArrayBody(picture)).check(status().is(200));
    }

    /** A request that may be refused, if the refusal says when to come back. */
    static HttpRequestActionBuilder refusable(String name, String query, byte[] picture) {
        return http(name)
                .post("/v1/transform?" + query)
                .body(ByteArrayBody(picture))
                .check(
                        status().in(200, REFUSED_SHARE, REFUSED).saveAs("status"),
                        status().not(500),
                        header("Retry-After")
                                .withDefault("none")
                                .validate("is there when refused", (retry, session) -> {
                                    if (session.getInt("status") != 200 && "none".equals(retry)) {
                                        throw new IllegalStateException("refused without Retry-After");
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
        return exec(randomSwitch()
                .on(
                        percent(55.0).then(exec(thumbnail("thumbnail"))),
                        percent(20.0).then(exec(good("photograph to 720", "resize=720x", USUAL))),
                        percent(10.0).then(exec(good("24 megapixels to 300", "resize=300x", LARGE))),
                        percent(5.0).then(exec(good("crop and turn", "crop=1000x1000&rotate=10", USUAL))),
                        percent(5.0).then(exec(good("to PNG", "resize=400x&format=png", USUAL))),
                        percent(5.0).then(exec(plan()))));
    }

    private static HttpRequestActionBuilder plan() {
        return http("plan").post("/v1/plan?resize=100x").body(ByteArrayBody(SMALL)).check(status().is(200));
    }
}
