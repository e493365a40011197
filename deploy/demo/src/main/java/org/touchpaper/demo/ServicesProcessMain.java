package org.touchpaper.demo;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DemoService;

/**
 * Main class of a process that runs one or all Spring services. Arguments: the data directory, then
 * the services' names.
 */
final class ServicesProcessMain {

  /** More parallel starts only slow each other down. */
  private static final int MAX_CONCURRENT_STARTS = 2;

  private ServicesProcessMain() {}

  public static void main(String[] arguments) throws Exception {
    var data = new DataDirectory(Path.of(arguments[0]));
    var names = List.of(arguments).subList(1, arguments.length);
    try {
      start(data, names);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1); // services that already run would keep the process alive
    }
  }

  /** Starts the first service alone, since it loads the classes that all share. */
  private static void start(DataDirectory data, List<String> names) throws Exception {
    run(data, DemoService.of(names.getFirst()));
    try (var starters = Executors.newFixedThreadPool(MAX_CONCURRENT_STARTS)) {
      var starts = new ArrayList<Future<?>>();
      for (var name : names.subList(1, names.size())) {
        starts.add(
            starters.submit(() -> {
              run(data, DemoService.of(name));
              return name;
            }));
      }
      for (var pendingStart : starts) {
        awaitStart(pendingStart);
      }
    }
  }

  private static void awaitStart(Future<?> start) throws InterruptedException {
    try {
      start.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a service failed to start", e.getCause());
    }
  }

  private static void run(DataDirectory data, DemoService service) throws Exception {
    var program = service.program();
    Thread.currentThread().setName(service.peerName());
    var arguments = new ArrayList<String>();
    arguments.add("--spring.config.additional-location=" + service.sample());
    read(data.config(service.peerName()))
        .forEach((key, value) -> arguments.add("--" + key + "=" + value));
    try {
      Class.forName(program.mainClass())
          .getMethod("main", String[].class)
          .invoke(null, (Object) arguments.toArray(String[]::new));
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(service.peerName() + " failed to start", e.getCause());
    }
  }

  private static Properties read(Path file) throws IOException {
    var settings = new Properties();
    try (var in = Files.newBufferedReader(file)) {
      settings.load(in);
    }
    return settings;
  }
}
