package dev.quarry.web;

import dev.quarry.operation.OperationCatalog;
import dev.quarry.operation.OperationType;
import dev.quarry.operation.Parameter;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

    /** One parameter; {@code defaultValue} is null where it must be given or has none. */
    record ParameterInfo(
            String name,
            String type,
            @Nullable String unit,
            String summary,
            Object allowed,
            @Nullable Number minimum,
            @Nullable Number maximum,
            @Nullable Object defaultValue,
            boolean required) {

        static ParameterInfo of(Parameter<?> parameter) {
            return new ParameterInfo(
                    parameter.name(),
                    parameter.kind().type(),
                    parameter.unit(),
                    parameter.summary(),
                    parameter.kind().allowed(),
                    parameter.kind().minimum(),
                    parameter.kind().maximum(),
                    parameter.shownDefault(),
                    parameter.required());
        }
    }

    /** Answers with every operation. */
    @GetMapping("/v1/operations")
    void operations(HttpServletResponse response) throws IOException {
        json.write(response, operations.types().stream().map(OperationInfo::of).toList());
    }
}
