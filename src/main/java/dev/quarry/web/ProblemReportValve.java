package dev.quarry.web;

import java.io.IOException;
import java.io.Writer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** What the container says about requests that never reach the application, such as a broken request line. */
public final class ProblemReportValve extends ErrorReportValve {

    private static final int FIRST_ERROR = 400;

    private final JsonMapper json = JsonMapper.builder().build();

    /** Made by the container, by name. */
    public ProblemReportValve() {
        setShowReport(false);
        setShowServerInfo(false);
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable throwable) {
        int status = response.getStatus();
        if (status < FIRST_ERROR || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            ProblemType type = ProblemType.ofStatus(status);
            response.setStatus(type.status());
            response.setContentType(ProblemWriter.MEDIA_TYPE);
            response.setCharacterEncoding("utf-8");
            Writer writer = response.getReporter();
            if (writer != null) {
                String address = request.getDecodedRequestURI();
                writer.write(json.writeValueAsString(
                        Problem.of(type, explanation(type)).members(address == null ? "/" : address)));
                response.finishResponse();
            }
        } catch (IOException gone) {
            LoggerFactory.getLogger(ProblemReportValve.class).debug("nobody reads the error report", gone);
        }
    }

    /** What never reached the application cannot have been wrong in its JSON. */
    private static String explanation(ProblemType type) {
        return type == ProblemType.MALFORMED_REQUEST
                ? "The HTTP request is malformed: its request line, a header, more than 100 headers, or a character in the address"
                        + " that has to be percent-encoded."
                : type.explanation();
    }
}
