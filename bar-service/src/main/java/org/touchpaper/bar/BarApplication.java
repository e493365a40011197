package org.touchpaper.bar;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.touchpaper.platform.startup.ServiceLauncher;

/** A site's broker. Every site runs this program with its own configuration. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class BarApplication {

  public static void main(String[] args) {
    ServiceLauncher.run(BarApplication.class, "bar", BarSettings::check, args);
  }
}
