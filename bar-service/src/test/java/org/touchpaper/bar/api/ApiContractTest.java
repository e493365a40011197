package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.coallocation.transaction.RequestRegistrar;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.platform.problem.ProblemType;
import org.touchpaper.schema.openapi.OpenApiContract;
import org.touchpaper.segment.connection.Refusal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The enumerations of the OpenAPI document are what the code can answer. */
class ApiContractTest {

  private static final JsonNode DOCUMENT = new OpenApiContract().document();
  private static final Set<String> RULE_CALLS =
      Set.of("malformed", "unprocessable", "report", "FieldViolation");

  private static List<String> enumerated(String schema) {
    return DOCUMENT.at("/components/schemas/" + schema + "/enum").values().stream()
        .map(JsonNode::asString)
        .toList();
  }

  private static List<String> refusalCodes() {
    return Arrays.stream(Refusal.Code.values()).map(Enum::name).toList();
  }

  @Test
  void listsEveryProblemType() {
    assertThat(enumerated("ProblemType"))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(ProblemType.values()).map(type -> type.uri().toString()).toList());
  }

  @Test
  void listsEveryRefusalCode() {
    assertThat(enumerated("RefusalCode")).containsExactlyInAnyOrderElementsOf(refusalCodes());
  }

  /** A rule is a literal before the message, in a call that creates an error. */
  @Test
  void listsEveryRule() throws IOException {
    var rules = new TreeSet<>(refusalCodes());
    rules.add(RequestRegistrar.NO_CHANGE_RULE);
    for (var source : sources()) {
      rules.addAll(rulesIn(source));
    }
    assertThat(enumerated("Rule")).containsExactlyInAnyOrderElementsOf(rules);
  }

  private static List<Path> sources() throws IOException {
    var main = "src/main/java/org/touchpaper/";
    try (var api = Files.walk(Path.of(main + "bar/api"));
        var coAllocations = Files.walk(Path.of(main + "bar/coallocation"));
        var listing = Files.walk(Path.of(main + "bar/listing"));
        var resources = Files.walk(Path.of(main + "bar/resource"));
        var tokens = Files.walk(Path.of(main + "bar/token"));
        var problems = Files.walk(Path.of("../platform/" + main + "platform/problem"))) {
      return Stream.of(api, coAllocations, listing, resources, tokens, problems)
          .flatMap(paths -> paths)
          .filter(path -> path.toString().endsWith(".java"))
          .toList();
    }
  }

  private static Set<String> rulesIn(Path source) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var found = new TreeSet<String>();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var task =
          (JavacTask)
              compiler.getTask(null, files, null, null, null, files.getJavaFileObjects(source));
      for (var unit : task.parse()) {
        unit.accept(new RuleScanner(), found);
      }
    }
    return found;
  }

  private static final class RuleScanner extends TreeScanner<Void, Set<String>> {
    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Set<String> found) {
      add(call.getMethodSelect(), call.getArguments(), found);
      return super.visitMethodInvocation(call, found);
    }

    @Override
    public Void visitNewClass(NewClassTree call, Set<String> found) {
      add(call.getIdentifier(), call.getArguments(), found);
      return super.visitNewClass(call, found);
    }

    private static void add(
        ExpressionTree called, List<? extends ExpressionTree> arguments, Set<String> found) {
      var name = called.toString().replaceAll(".*\\.", "");
      var place = name.equals("FieldViolation") ? 1 : arguments.size() - 2;
      if (RULE_CALLS.contains(name)
          && arguments.size() >= 2
          && arguments.get(place) instanceof LiteralTree rule) {
        found.add(String.valueOf(rule.getValue()));
      }
    }
  }

  @Test
  void itsExamplesHaveTheTitleAndStatusOfTheirType() {
    var examples =
        DOCUMENT.findValues("value").stream().filter(value -> value.has("type")).toList();
    assertThat(examples)
        .hasSizeGreaterThan(10)
        .allSatisfy(example -> {
          var type =
              Arrays.stream(ProblemType.values())
                  .filter(candidate ->
                      candidate.uri().toString().equals(example.get("type").asString()))
                  .findFirst()
                  .orElseThrow();
          assertThat(example.get("title").asString()).isEqualTo(type.title());
          assertThat(example.get("status").asInt()).isEqualTo(type.problem("").getStatus());
        });
  }

  @Test
  void isReadWithoutALogin() throws Exception {
    var url = BarFixture.shared().url();
    for (var time = 1; time <= 2; time++) {
      var json = read(HttpRequest.newBuilder(url.resolve("/api/v1/openapi.json")).build());
      assertThat(JsonMapper.shared().readTree(json)).isEqualTo(DOCUMENT);
      var yaml = read(HttpRequest.newBuilder(url.resolve("/api/v1/openapi.yaml")).build());
      assertThat(yaml).startsWith("openapi: 3.1.0");
    }
  }

  private static String read(HttpRequest request) throws Exception {
    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    return response.body();
  }
}
