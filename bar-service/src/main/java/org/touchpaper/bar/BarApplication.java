package org.touchpaper.bar;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** A site's broker. Every site runs this program with its own configuration. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class BarApplication {

  /** Starts the broker with {@code bar.yml} as its configuration. */
  public static void main(String[] args) {
    new SpringApplicationBuilder(BarApplication.class)
        .properties("spring.config.name=bar")
        .run(args);
  }
}
