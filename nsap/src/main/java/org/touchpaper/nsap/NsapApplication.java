package org.touchpaper.nsap;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;
import org.touchpaper.segment.operator.OperatorConfiguration;
import org.touchpaper.segment.provider.SegmentConfiguration;
import org.touchpaper.segment.soap.SegmentSoapConfiguration;

/** The NSAP as a service; its configuration is {@code nsap.yml}. */
@SpringBootApplication
@Import({SegmentConfiguration.class, SegmentSoapConfiguration.class, OperatorConfiguration.class})
public class NsapApplication {

  /** Runs until it is ended. */
  public static void main(String[] args) {
    new SpringApplicationBuilder(NsapApplication.class)
        .properties("spring.config.name=nsap")
        .run(args);
  }
}
