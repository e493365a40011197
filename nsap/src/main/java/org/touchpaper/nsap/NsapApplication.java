package org.touchpaper.nsap;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;
import org.touchpaper.segment.config.SegmentConfiguration;
import org.touchpaper.segment.operator.OperatorConfiguration;
import org.touchpaper.segment.soap.SegmentSoapConfiguration;

/** The NSAP service; configured in {@code nsap.yml}. */
@SpringBootApplication
@Import({SegmentConfiguration.class, SegmentSoapConfiguration.class, OperatorConfiguration.class})
public class NsapApplication {

  /** Starts the service. */
  public static void main(String[] args) {
    new SpringApplicationBuilder(NsapApplication.class)
        .properties("spring.config.name=nsap")
        .run(args);
  }
}
