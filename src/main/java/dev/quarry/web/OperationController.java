package dev.quarry.web;

import dev.quarry.operation.OperationCatalog;
import dev.quarry.operation.OperationType;
import dev.quarry.pipeline.RequestOptions;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The operations of this process, told by their descriptors. */
@RestController
final class OperationController {

    private final OperationCatalog operations;
    private final JsonWriter json;

    OperationController(OperationCatalog operations, JsonWriter json) {
        this.operations = operations;
        this.json = json;
    }

    /** Everything that a pipeline may say: {@code output} are members of its output, {@code request} of itself. */
    record Catalog(List<OperationInfo> operations, List<ParameterInfo> output, List<ParameterInfo> request) {}

    /** One operation; {@code shortForms} are how its main parameters are written in a query. */
    record OperationInfo(String name, String summary, List<String> shortForms, List<ParameterInfo> parameters) {

        static OperationInfo of(OperationType<?> type) {
            return new OperationInfo(
                    type.name(),
                    type.summary(),
                    type.primary() == null ? List.of() : type.primary().notations(),
                    type.parameters().stream().map(ParameterInfo::of).toList());
        }
    }

    /** Answers with every operation and option. */
    @GetMapping("/v1/operations")
    void operations(HttpServletResponse response) throws IOException {
        json.write(
                response,
                new Catalog(
                        operations.types().stream().map(OperationInfo::of).toList(),
                        RequestOptions.output().stream().map(ParameterInfo::of).toList(),
                        RequestOptions.request().stream().map(ParameterInfo::of).toList()));
    }
}
