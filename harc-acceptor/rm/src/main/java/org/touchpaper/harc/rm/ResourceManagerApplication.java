package org.touchpaper.harc.rm;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.touchpaper.platform.startup.ServiceLauncher;

/**
 * A HARC resource manager of a network, machine, store or instrument, selected by {@code
 * touchpaper.rm.kind}.
 *
 * <p>It uses plain SQL and starts without an entity manager.
 */
@SpringBootApplication(
    exclude = {HibernateJpaAutoConfiguration.class, DataJpaRepositoriesAutoConfiguration.class})
@EnableConfigurationProperties(ResourceManagerProperties.class)
public class ResourceManagerApplication {

  public static void main(String[] args) {
    ServiceLauncher.run(
        ResourceManagerApplication.class, "rm", ResourceManagerProperties::check, args);
  }
}
