package org.touchpaper.bar.iri;

import java.io.IOException;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Serves the OpenAPI document where clients and the validator of IRI look for it. */
@RestController
class IriDocumentController {

  private final Object content;

  IriDocumentController() throws IOException {
    try (var in = new ClassPathResource("schema/openapi/iri.yaml").getInputStream()) {
      content = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
    }
  }

  @GetMapping(
      path = IriAddresses.PREFIX + "/openapi.json",
      produces = MediaType.APPLICATION_JSON_VALUE)
  Object json() {
    return content;
  }
}
