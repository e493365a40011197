package org.touchpaper.bar.web;

import java.io.IOException;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Serves the OpenAPI document, and the page that shows it. */
@Controller
class OpenApiDocumentController {

  private static final Resource DOCUMENT = new ClassPathResource("schema/openapi/touchpaper.yaml");

  private final Object content;
  private final ApiDocsModel reference;

  OpenApiDocumentController() throws IOException {
    try (var in = DOCUMENT.getInputStream()) {
      content = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
    }
    reference = ApiDocsModel.of(content);
  }

  @GetMapping("/api/v1/openapi.yaml")
  ResponseEntity<Resource> document() {
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_YAML).body(DOCUMENT);
  }

  /** The same in JSON, which some generators need. */
  @GetMapping(path = "/api/v1/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
  @ResponseBody
  Object json() {
    return content;
  }

  @GetMapping("/api/docs")
  String showPage(Model model) {
    model.addAttribute("api", reference);
    return "docs";
  }
}
