package dev.quarry.web;

import dev.quarry.engine.TransformEngine;
import java.time.Duration;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** What the connector must be told that Spring Boot has no setting for. */
@Component
final class TomcatConfiguration implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private static final int DRAIN_FACTOR = 2;
    // What a client with 10 Mbit/s needs for 12 MB.
    private static final Duration DRAIN_TIME = Duration.ofSeconds(10);
    // A quarter of the connections that may be open by default; the others are for those who are served.
    private static final int DRAINED_AT_ONCE = 256;

    private final HttpSettings settings;
    private final LimitSettings limits;
    private final TransformEngine engine;

    TomcatConfiguration(HttpSettings settings, LimitSettings limits, TransformEngine engine) {
        this.engine = engine;
        this.settings = settings;
        this.limits = limits;
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
