package dev.quarry.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The pages that the {@code type} of every problem leads to. */
@RestController
final class ProblemController {

    private final JsonWriter json;
    private final ProblemWriter problems;

    ProblemController(JsonWriter json, ProblemWriter problems) {
        this.json = json;
        this.problems = problems;
    }

    /** One problem, explained. */
    record Explanation(String type, int status, String title, String explanation) {

        static Explanation of(ProblemType type) {
            return new Explanation(type.address(), type.status(), type.title(), type.explanation());
        }
    }

    /** Answers with every problem. */
    @GetMapping("/problems")
    void all(HttpServletResponse response) throws IOException {
        List<Explanation> all =
                Arrays.stream(ProblemType.values()).map(Explanation::of).toList();
        json.write(response, all);
    }

    /** Answers with one problem. */
    @GetMapping("/problems/{name}")
    void one(@PathVariable("name") String name, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Optional<ProblemType> type = ProblemType.named(name);
        if (type.isPresent()) {
            json.write(response, Explanation.of(type.get()));
        } else {
            problems.write(request, response, Problem.of(ProblemType.NOT_FOUND, "there is no problem called " + name));
        }
    }
}
