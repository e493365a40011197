package org.touchpaper.lnsap;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;
import org.touchpaper.segment.operator.OperatorConfiguration;
import org.touchpaper.segment.provider.SegmentConfiguration;
import org.touchpaper.segment.soap.SegmentSoapConfiguration;

/** An L-NSAP as a service; its configuration is {@code lnsap.yml} and {@code touchpaper.campus}. */
@SpringBootApplication
@Import({SegmentConfiguration.class, SegmentSoapConfiguration.class, OperatorConfiguration.class})
public class LnsapApplication {

  /** Runs until it is ended. */
  public static void main(String[] args) {
    new SpringApplicationBuilder(LnsapApplication.class)
        .properties("spring.config.name=lnsap")
        .run(args);
  }
}
