package org.touchpaper.bar;

import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.touchpaper.bar.directory.DirectoryCheckCommand;
import org.touchpaper.platform.startup.ServiceLauncher;

/**
 * A site's broker. Every site runs this program with its own configuration. With the argument
 * {@code directory} it checks a file instead.
 */
@SpringBootApplication
@ConfigurationPropertiesScan
public class BarApplication {

  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals("directory")) {
      var arguments = List.of(args).subList(1, args.length);
      System.exit(DirectoryCheckCommand.run(arguments, System.out, System.err));
    }
    ServiceLauncher.run(BarApplication.class, "bar", BarSettingsValidator::check, args);
  }
}
