package org.touchpaper.bar.web;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** Serves the OpenAPI document and the API documentation page. */
@Controller
class ApiDocsController {

  private static final Resource DOCUMENT = new ClassPathResource("schema/openapi/touchpaper.yaml");

  @GetMapping("/api/v1/openapi.yaml")
  ResponseEntity<Resource> document() {
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_YAML).body(DOCUMENT);
  }

  @GetMapping("/api/docs")
  String showPage(Model model, Authentication login) {
    model.addAttribute("who", login.getName());
    return "docs";
  }
}
