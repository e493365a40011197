package org.touchpaper.bar;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** One site's broker; the same program for every site, told apart by configuration. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class BarApplication {

  /** Starts one broker; {@code spring.config.name} is {@code bar}. */
  public static void main(String[] args) {
    new SpringApplicationBuilder(BarApplication.class)
        .properties("spring.config.name=bar")
        .run(args);
  }
}
