package dev.quarry.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** The error page of the container: every failure that no handler answered is a problem too. */
@Controller
final class ProblemErrorController implements ErrorController {

    private final ProblemWriter problems;

    ProblemErrorController(ProblemWriter problems) {
        this.problems = problems;
    }

    @RequestMapping("${server.error.path:${error.path:/error}}")
    void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
        problems.write(request, response, problem(request));
    }

    private static Problem problem(HttpServletRequest request) {
        if (request.getAttribute(ProblemWriter.ATTRIBUTE) instanceof Problem known) {
            return known;
        }
        if (request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable failure) {
            return ProblemAdvice.problemOf(failure);
        }
        ProblemType type = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status
                ? ProblemType.ofStatus(status)
                : ProblemType.NOT_FOUND;
        return Problem.of(type, type.explanation());
    }
}
