package org.touchpaper.schema.openapi;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** An OpenAPI 3.1 document of a BAR, with validation against its schemas. */
public final class OpenApiContract {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final List<String> METHODS = List.of("get", "put", "post", "patch", "delete");

  private final SchemaRegistry registry = SchemaRegistry.withDialect(Dialects.getOpenApi31());
  private final String resource;
  private final JsonNode document;

  /** An operation of the contract, such as {@code POST /api/v1/co-allocations}. */
  public record Operation(String line, JsonNode node) {
    /** The scopes of which a bearer token needs one; empty if none suffices. */
    public List<String> bearerScopes(JsonNode defaultSecurity) {
      return node.path("security").isMissingNode()
          ? scopes(defaultSecurity)
          : scopes(node.get("security"));
    }

    private static List<String> scopes(JsonNode security) {
      return security.findValues("bearer").stream().map(it -> it.path(0).asString()).toList();
    }

    boolean isAt(String method, String path) {
      return (method + " " + path).matches(line.replaceAll("\\{[^}]*}", "[^/]+"));
    }

    @Override
    public String toString() {
      return line;
    }
  }

  /** An example body with its status and schema. */
  record Example(String where, String status, String schema, JsonNode value) {
    @Override
    public String toString() {
      return where;
    }
  }

  /** The document of the REST API. */
  public OpenApiContract() {
    this("schema/openapi/touchpaper.yaml");
  }

  /** The document of the IRI Facility API. */
  public static OpenApiContract iri() {
    return new OpenApiContract("schema/openapi/iri.yaml");
  }

  private OpenApiContract(String resource) {
    this.resource = resource;
    try (var in =
        Objects.requireNonNull(
            OpenApiContract.class.getClassLoader().getResourceAsStream(resource))) {
      document = new YAMLMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public JsonNode document() {
    return document;
  }

  public Stream<Operation> operations() {
    return document.get("paths").properties().stream()
        .flatMap(path ->
            path.getValue().properties().stream()
                .filter(entry -> METHODS.contains(entry.getKey()))
                .map(entry ->
                    new Operation(
                        entry.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                        entry.getValue())));
  }

  Stream<Example> examples(Operation operation) {
    return Stream.concat(requests(operation), answers(operation));
  }

  Stream<Example> requests(Operation operation) {
    var body = operation.node().path("requestBody");
    return body.isMissingNode() ? Stream.of() : bodies(operation.line(), "request", body);
  }

  Stream<Example> answers(Operation operation) {
    return operation.node().get("responses").properties().stream()
        .flatMap(entry -> bodies(operation.line(), entry.getKey(), resolve(entry.getValue())));
  }

  private Stream<Example> bodies(String line, String status, JsonNode holder) {
    return holder.path("content").properties().stream()
        .filter(content -> content.getKey().endsWith("json"))
        .flatMap(content -> named(line, status, content));
  }

  private Stream<Example> named(String line, String status, Map.Entry<String, JsonNode> content) {
    return content.getValue().path("examples").properties().stream()
        .map(entry ->
            new Example(
                line + " " + status + " " + entry.getKey(),
                status,
                name(content.getValue()),
                resolve(entry.getValue()).get("value")));
  }

  /** Returns the node, or the target of its {@code $ref}. */
  JsonNode resolve(JsonNode node) {
    var reference = node.path("$ref");
    if (reference.isMissingNode()) {
      return node;
    }
    var target = document.at(reference.asString().substring(1));
    if (target.isMissingNode()) {
      throw new IllegalStateException("unresolved reference: " + reference.asString());
    }
    return target;
  }

  /**
   * Checks a service's response: its status must be in the contract, and its body must match the
   * schema. 405 concerns operations that are not in the contract.
   */
  public List<String> findViolations(
      String method, String path, int status, String type, String body) {
    if (status == 405) {
      return sentences(check("Problem", JSON.readTree(body)));
    }
    var operation =
        operations().filter(candidate -> candidate.isAt(method, path)).findFirst().orElse(null);
    if (operation == null) {
      return List.of("no operation " + method + " " + path);
    }
    var answer = operation.node().at("/responses/" + status);
    if (answer.isMissingNode()) {
      return List.of(operation + " has no response " + status + ": " + body);
    }
    if (status == 204) {
      return body.isEmpty() ? List.of() : List.of(operation + " 204 has a body");
    }
    var content = resolve(answer).path("content").path(type);
    if (content.isMissingNode()) {
      return List.of(operation + " " + status + " has no content " + type);
    }
    return type.endsWith("json") ? sentences(check(name(content), JSON.readTree(body))) : List.of();
  }

  /** Checks a message that is no response, such as an event, against a schema. */
  public List<String> findViolations(String schema, JsonNode message) {
    return sentences(check(schema, message));
  }

  private static String name(JsonNode content) {
    var schema = content.get("schema").get("$ref").asString();
    return schema.substring(schema.lastIndexOf('/') + 1);
  }

  private static List<String> sentences(List<Error> errors) {
    return errors.stream().map(Error::toString).toList();
  }

  List<Error> check(String schema, JsonNode value) {
    return registry
        .getSchema(SchemaLocation.of("classpath:" + resource + "#/components/schemas/" + schema))
        .validate(
            value,
            context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
  }
}
