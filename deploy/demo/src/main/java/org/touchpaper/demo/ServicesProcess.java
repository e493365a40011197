package org.touchpaper.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * Main class of the process that runs Spring services: all in one, or one each. Arguments: the data
 * directory, then the services' names.
 */
final class ServicesProcess {

  /** More at once only get in each other's way. */
  private static final int AT_ONCE = 2;

  private ServicesProcess() {}

  public static void main(String[] arguments) throws Exception {
    var data = new DataDirectory(Path.of(arguments[0]));
    var names = List.of(arguments).subList(1, arguments.length);
    try {
      start(data, names);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1); // those that run already would keep the process alive
    }
  }

  /** The first alone: it loads the classes that all share. */
  private static void start(DataDirectory data, List<String> names) throws Exception {
    run(data, Service.of(names.getFirst()));
    try (var starters = Executors.newFixedThreadPool(AT_ONCE)) {
      var rest = new ArrayList<Future<?>>();
      for (var name : names.subList(1, names.size())) {
        rest.add(
            starters.submit(() -> {
              run(data, Service.of(name));
              return name;
            }));
      }
      for (var each : rest) {
        finish(each);
      }
    }
  }

  private static void finish(Future<?> started) throws InterruptedException {
    try {
      started.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a service does not start", e.getCause());
    }
  }

  private static void run(DataDirectory data, Service service) throws Exception {
    var program = service.program();
    Thread.currentThread().setName(service.peerName());
    var arguments = new ArrayList<String>();
    arguments.add("--spring.config.name=" + program.configName());
    read(data.config(service.peerName()))
        .forEach((key, value) -> arguments.add("--" + key + "=" + value));
    new SpringApplicationBuilder(Class.forName(program.mainClass()))
        .registerShutdownHook(true)
        .run(arguments.toArray(String[]::new));
  }

  private static Properties read(Path file) throws IOException {
    var settings = new Properties();
    try (var in = Files.newBufferedReader(file)) {
      settings.load(in);
    }
    return settings;
  }
}
