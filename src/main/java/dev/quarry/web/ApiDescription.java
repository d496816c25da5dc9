package dev.quarry.web;

import dev.quarry.codec.CodecRegistry;
import dev.quarry.codec.ImageFormat;
import dev.quarry.operation.OperationCatalog;
import dev.quarry.operation.OperationType;
import dev.quarry.operation.Parameter;
import dev.quarry.pipeline.RequestOptions;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.QueryParameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.stereotype.Component;

/** The OpenAPI description, made from the descriptors that parsing uses: handlers of raw bodies tell a scanner nothing. */
@Component
final class ApiDescription implements OpenApiCustomizer {

    private static final String OCTETS = "application/octet-stream";
    private static final String PROBLEM_SCHEMA = "Problem";
    private static final int NOBODY_READS = 499;

    private final OperationCatalog operations;
    private final CodecRegistry codecs;

    ApiDescription(OperationCatalog operations, CodecRegistry codecs) {
        this.operations = operations;
        this.codecs = codecs;
    }

    @Override
    public void customise(OpenAPI api) {
        api.setInfo(new Info()
                .title("Quarry")
                .version("v1")
                .description("One image in, one image out. The body is the image, whatever its content type says; steps"
                        + " stand in the query, in order, or in the multipart part `pipeline`. Every error is a problem of"
                        + " RFC 9457."));
        api.setTags(null);
        api.schema(PROBLEM_SCHEMA, problemSchema());
        api.setPaths(new Paths()
                .addPathItem("/v1/transform", post(transform()))
                .addPathItem("/v1/plan", post(plan()))
                .addPathItem("/v1/info", post(info()))
                .addPathItem("/v1/operations", get("Every operation with its parameters, and every option"))
                .addPathItem("/v1/formats", get("Every format with the libraries that read and write it"))
                .addPathItem("/problems", get("Every problem that an answer can have")));
    }

    private static PathItem post(Operation operation) {
        return new PathItem().post(operation);
    }

    private static PathItem get(String summary) {
        return new PathItem()
                .get(new Operation()
                        .summary(summary)
                        .responses(new ApiResponses().addApiResponse("200", json("The description"))));
    }

    private Operation transform() {
        ApiResponse image = new ApiResponse().description("The encoded image").content(new Content());
        codecs.writableFormats().stream()
                .map(ImageFormat::mediaType)
                .forEach(type -> image.getContent().addMediaType(type, binary()));
        Operation operation =
                pipelined("transform", "Transforms an image", "Steps run in the order given. `steps: []` re-encodes.");
        operation.getResponses().addApiResponse("200", image);
        return operation;
    }

    private Operation plan() {
        Operation operation = pipelined(
                "plan",
                "Tells what a transformation would do",
                "The same request as a transformation; nothing is decoded.");
        operation.getResponses().addApiResponse("200", json("Shape after each step, decode scale, bytes, limits"));
        return operation;
    }

    private Operation info() {
        Operation operation = new Operation()
                .operationId("info")
                .summary("Tells what an image's header says; nothing is decoded")
                .requestBody(body(List.of(BodyReader.IMAGE_PART)))
                .responses(problems());
        operation
                .getResponses()
                .addApiResponse("200", json("Format, size as shown, bands, colour, orientation, frames"));
        return operation;
    }

    private Operation pipelined(String id, String summary, String description) {
        Operation operation = new Operation()
                .operationId(id)
                .summary(summary)
                .description(description)
                .requestBody(body(List.of(BodyReader.IMAGE_PART, BodyReader.PIPELINE_PART)))
                .responses(problems());
        operations.types().forEach(type -> operation.addParametersItem(step(type)));
        RequestOptions.output().forEach(option -> operation.addParametersItem(option(option)));
        RequestOptions.request().forEach(option -> operation.addParametersItem(option(option)));
        return operation;
    }

    private static QueryParameter step(OperationType<?> type) {
        String forms = type.primary() == null
                ? ""
                : " Short form: " + String.join(" or ", type.primary().notations()) + ".";
        String parameters = type.parameters().stream()
                .map(parameter -> parameter.name() + " (" + parameter.kind().expectation() + ")")
                .collect(Collectors.joining(", "));
        String named = parameters.isEmpty() ? "" : " Named, after commas as `name:value`: " + parameters + ".";
        QueryParameter step = new QueryParameter();
        step.name(type.name())
                .description("Step: " + type.summary() + forms + named)
                .schema(new StringSchema());
        step.setAllowEmptyValue(true);
        return step;
    }

    private static QueryParameter option(Parameter<?> option) {
        QueryParameter parameter = new QueryParameter();
        parameter
                .name(option.name())
                .description("Option: " + option.summary() + "; must be "
                        + option.kind().expectation() + ".")
                .schema(new StringSchema());
        return parameter;
    }

    private static RequestBody body(List<String> parts) {
        ObjectSchema multipart = new ObjectSchema();
        for (String part : parts) {
            StringSchema schema = new StringSchema();
            multipart.addProperty(part, part.equals(BodyReader.IMAGE_PART) ? schema.format("binary") : schema);
        }
        multipart.addRequiredItem(BodyReader.IMAGE_PART);
        Content content = new Content()
                .addMediaType(OCTETS, binary())
                .addMediaType("image/*", binary())
                .addMediaType("multipart/form-data", new MediaType().schema(multipart));
        return new RequestBody()
                .required(true)
                .description("The image's bytes, with any content type; or parts, in any order")
                .content(content);
    }

    private static MediaType binary() {
        return new MediaType().schema(new StringSchema().format("binary"));
    }

    private static ApiResponse json(String description) {
        return new ApiResponse()
                .description(description)
                .content(new Content().addMediaType("application/json", new MediaType().schema(new ObjectSchema())));
    }

    /** One answer for each status, with the titles of its problems. */
    private static ApiResponses problems() {
        Map<Integer, List<ProblemType>> byStatus = Arrays.stream(ProblemType.values())
                .filter(type -> type.status() != NOBODY_READS)
                .collect(Collectors.groupingBy(ProblemType::status, TreeMap::new, Collectors.toList()));
        ApiResponses responses = new ApiResponses();
        byStatus.forEach((status, types) -> responses.addApiResponse(
                status.toString(),
                new ApiResponse()
                        .description(types.stream().map(ProblemType::title).collect(Collectors.joining("; ")))
                        .content(new Content()
                                .addMediaType(
                                        ProblemWriter.MEDIA_TYPE,
                                        new MediaType().schema(new Schema<>().$ref(PROBLEM_SCHEMA))))));
        return responses;
    }

    private static Schema<?> problemSchema() {
        ObjectSchema schema = new ObjectSchema();
        schema.description(
                "RFC 9457, with members for programs such as step, operation, parameter, allowed, limit, actual");
        List.of("type", "title", "detail", "instance").forEach(name -> schema.addProperty(name, new StringSchema()));
        schema.addProperty("status", new Schema<>().type("integer"));
        schema.setRequired(List.of("type", "title", "status", "detail", "instance"));
        schema.setAdditionalProperties(Boolean.TRUE);
        return schema;
    }
}
