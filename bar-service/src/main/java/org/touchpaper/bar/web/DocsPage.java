package org.touchpaper.bar.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The front door's description: the OpenAPI document, and a page made from it. */
@Controller
class DocsPage {

  private static final Resource DOCUMENT = new ClassPathResource("schema/openapi/touchpaper.yaml");
  private static final List<String> METHODS = List.of("get", "post", "patch", "delete", "put");

  private final List<Operation> operations = operations(read());

  /** One operation, as the page shows it. */
  record Operation(String method, String path, String summary, String description) {}

  @GetMapping("/api/v1/openapi.yaml")
  ResponseEntity<Resource> document() {
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_YAML).body(DOCUMENT);
  }

  @GetMapping("/api/docs")
  String page(Model model, Authentication login) {
    model.addAttribute("operations", operations);
    model.addAttribute("who", login.getName());
    return "docs";
  }

  private static Map<?, ?> read() {
    try (var in = DOCUMENT.getInputStream()) {
      return new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("the OpenAPI document is missing from the class path", e);
    }
  }

  private static List<Operation> operations(Map<?, ?> document) {
    var operations = new ArrayList<Operation>();
    if (document.get("paths") instanceof Map<?, ?> paths) {
      paths.forEach((path, item) -> add(String.valueOf(path), item, operations));
    }
    return List.copyOf(operations);
  }

  private static void add(String path, Object item, List<Operation> operations) {
    if (item instanceof Map<?, ?> methods) {
      for (var method : METHODS) {
        if (methods.get(method) instanceof Map<?, ?> operation) {
          operations.add(
              new Operation(
                  method.toUpperCase(Locale.ROOT),
                  path,
                  text(operation.get("summary")),
                  text(operation.get("description"))));
        }
      }
    }
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString().strip();
  }
}
