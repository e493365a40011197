package org.touchpaper.nsap;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.touchpaper.platform.startup.ServiceLauncher;
import org.touchpaper.segment.config.SegmentConfiguration;
import org.touchpaper.segment.officer.OfficerConfiguration;
import org.touchpaper.segment.operator.OperatorConfiguration;
import org.touchpaper.segment.soap.SegmentSoapConfiguration;
import org.touchpaper.segment.traffic.TrafficApiConfiguration;

/** The NSAP service; it uses JDBC only. */
@SpringBootApplication(
    exclude = {HibernateJpaAutoConfiguration.class, DataJpaRepositoriesAutoConfiguration.class})
@Import({
  SegmentConfiguration.class,
  SegmentSoapConfiguration.class,
  OperatorConfiguration.class,
  OfficerConfiguration.class,
  TrafficApiConfiguration.class
})
public class NsapApplication {

  public static void main(String[] args) {
    ServiceLauncher.run(NsapApplication.class, "nsap", NsapProperties::check, args);
  }
}
