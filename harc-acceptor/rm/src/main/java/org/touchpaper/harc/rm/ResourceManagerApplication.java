package org.touchpaper.harc.rm;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;

/**
 * A resource manager: the network's or a machine's, as {@code touchpaper.rm.kind} says.
 *
 * <p>Everything it keeps is SQL of its own, so it starts without an entity manager.
 */
@SpringBootApplication(
    exclude = {HibernateJpaAutoConfiguration.class, DataJpaRepositoriesAutoConfiguration.class})
@EnableConfigurationProperties(RmProperties.class)
public class ResourceManagerApplication {

  public static void main(String[] args) {
    new SpringApplicationBuilder(ResourceManagerApplication.class)
        .properties("spring.config.name=rm")
        .run(args);
  }
}
