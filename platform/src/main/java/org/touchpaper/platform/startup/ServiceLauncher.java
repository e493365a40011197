package org.touchpaper.platform.startup;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.function.Consumer;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts a service as {@code java -jar bar-service.jar /etc/touchpaper/bar.yml}. */
public final class ServiceLauncher {

  static final String FILE = "spring.config.additional-location";

  private ServiceLauncher() {}

  /**
   * Starts a service if its settings are complete.
   *
   * @param configName the file on the class path with the program's own settings
   * @param check checks the settings that only this service has
   * @param arguments the configuration file, and any {@code --property=value}
   */
  public static ConfigurableApplicationContext run(
      Class<?> application,
      String configName,
      Consumer<SettingsErrorCollector> check,
      String... arguments) {
    return new SpringApplicationBuilder(application)
        .properties("spring.config.name=" + configName)
        .initializers(
            context -> SettingsErrorCollector.run(configName, context.getEnvironment(), check))
        .run(locateFile(arguments));
  }

  /** An argument that is not an option is the configuration file. */
  private static String[] locateFile(String... arguments) {
    var options = new ArrayList<String>();
    for (var argument : arguments) {
      options.add(
          argument.startsWith("--")
              ? argument
              : "--" + FILE + "=" + Path.of(argument).toAbsolutePath().toUri());
    }
    return options.toArray(String[]::new);
  }
}
