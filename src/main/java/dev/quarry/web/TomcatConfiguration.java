package dev.quarry.web;

import dev.quarry.engine.RejectReason;
import dev.quarry.engine.RequestListener;
import dev.quarry.engine.TransformEngine;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** What the connector must be told that Spring Boot has no setting for. */
@Component
final class TomcatConfiguration implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private static final Logger LOG = LoggerFactory.getLogger(TomcatConfiguration.class);
    private static final int DRAIN_FACTOR = 2;
    // What a client with 10 Mbit/s needs for 12 MB.
    private static final Duration DRAIN_TIME = Duration.ofSeconds(10);
    // A quarter of the connections that may be open by default; the others are for those who are served.
    private static final int DRAINED_AT_ONCE = 256;

    // A request under way was measured to hold 95 kB of the heap; the rest is for what it leaves to the collector.
    private static final long CONNECTION_HEAP_BYTES = 160 << 10;
    // What the service holds itself, with nothing to do.
    private static final long OWN_HEAP_BYTES = 64 << 20;
    private static final int LEAST_CONNECTIONS = 64;
    private static final int RETRY_SECONDS = 5;

    private final HttpSettings settings;
    private final LimitSettings limits;
    private final TransformEngine engine;
    private final ClientIdentity clients;
    private final RequestListener listener;
    private final JsonMapper json;

    TomcatConfiguration(
            HttpSettings settings,
            LimitSettings limits,
            TransformEngine engine,
            ClientIdentity clients,
            RequestListener listener,
            JsonMapper json) {
        this.engine = engine;
        this.settings = settings;
        this.limits = limits;
        this.clients = clients;
        this.listener = listener;
        this.json = json;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.setProtocol(ObservedProtocol.class.getName());
        factory.addEngineValves(
                new ConnectionValve(),
                new FarewellValve(engine::isLeaving),
                new LingeringCloseValve(new LingeringCloseValve.Limits(
                        DRAIN_FACTOR * limits.body().toBytes(), DRAIN_TIME, DRAINED_AT_ONCE)));
        factory.addConnectorCustomizers(this::customize);
        factory.addContextCustomizers(context ->
                ((StandardHost) context.getParent()).setErrorReportValveClass(ProblemReportValve.class.getName()));
    }

    /** Bodies belong to the handlers: nothing is read, and no 100 is sent, before a handler wants them. */
    private void customize(Connector connector) {
        connector.setParseBodyMethods("");
        set(connector, "continueResponseTiming", "onRead");
        set(connector, "connectionTimeout", millis(settings.writeTimeout()));
        set(connector, "disableUploadTimeout", "false");
        set(
                connector,
                "connectionUploadTimeout",
                millis(settings.bodyRateGrace().multipliedBy(2)));
        if (connector.getProtocolHandler() instanceof ObservedProtocol protocol) {
            boundConnections(protocol);
        }
    }

    /** No more than the heap can hold, and of those no more than a share for one address. */
    private void boundConnections(ObservedProtocol protocol) {
        int wanted = protocol.getMaxConnections();
        int most = mostConnections(Runtime.getRuntime().maxMemory());
        if (most < wanted) {
            LOG.info(
                    "Connections: at most {}, for a heap of {} MB; server.tomcat.max-connections would allow {}",
                    most,
                    Runtime.getRuntime().maxMemory() >> 20,
                    wanted);
            protocol.setMaxConnections(most);
        }
        int share = ConnectionShare.of(protocol.getMaxConnections());
        protocol.setShare(new ConnectionShare(
                clients::ofConnections, refusal(share), () -> listener.rejected(RejectReason.CLIENT_SHARE)));
    }

    /** How many connections a heap of so many bytes can hold. */
    static int mostConnections(long heapBytes) {
        return (int)
                Math.clamp((heapBytes - OWN_HEAP_BYTES) / CONNECTION_HEAP_BYTES, LEAST_CONNECTIONS, Integer.MAX_VALUE);
    }

    private byte[] refusal(int share) {
        Problem problem = new Problem(
                ProblemType.CLIENT_SHARE_EXCEEDED,
                "%d connections of this address are open already, as many as one may have; use fewer, or try again in %d s"
                        .formatted(share, RETRY_SECONDS),
                Map.of("limit", share, "retryAfter", RETRY_SECONDS));
        Map<String, Object> members = problem.members("");
        members.remove("instance");
        byte[] body = json.writeValueAsBytes(members);
        String head =
                "HTTP/1.1 %d \r\nContent-Type: %s\r\nCache-Control: no-store\r\nRetry-After: %d\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
                        .formatted(problem.type().status(), ProblemWriter.MEDIA_TYPE, RETRY_SECONDS, body.length);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        answer.writeBytes(body);
        return answer.toByteArray();
    }

    private static void set(Connector connector, String name, String value) {
        if (!connector.setProperty(name, value)) {
            throw new IllegalStateException("the connector has no property " + name);
        }
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
