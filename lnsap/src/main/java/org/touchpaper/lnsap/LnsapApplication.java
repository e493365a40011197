package org.touchpaper.lnsap;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;
import org.touchpaper.segment.config.SegmentConfiguration;
import org.touchpaper.segment.operator.OperatorConfiguration;
import org.touchpaper.segment.soap.SegmentSoapConfiguration;

/** The L-NSAP service; configured in {@code lnsap.yml} and by {@code touchpaper.campus}. */
@SpringBootApplication
@Import({SegmentConfiguration.class, SegmentSoapConfiguration.class, OperatorConfiguration.class})
public class LnsapApplication {

  /** Starts the service. */
  public static void main(String[] args) {
    new SpringApplicationBuilder(LnsapApplication.class)
        .properties("spring.config.name=lnsap")
        .run(args);
  }
}
