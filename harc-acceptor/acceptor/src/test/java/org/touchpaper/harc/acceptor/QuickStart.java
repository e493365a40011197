package org.touchpaper.harc.acceptor;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * How to start a JVM on this test's class path many times: with a cache of what it loads (JEP 514),
 * in less than half the time. The cache needs a class path of jars alone.
 */
final class QuickStart {
  private final Path cache;
  private final String classPath;

  private QuickStart(Path cache, String classPath) {
    this.cache = cache;
    this.classPath = classPath;
  }

  /** Makes the jars and the cache, by running the class once with its input closed. */
  static QuickStart trained(Path directory, Class<?> main, List<String> args)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    var jars = new ArrayList<String>();
    // without the empty end after the last separator, which would be the working directory
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator, 0)) {
      var path = Path.of(entry);
      jars.add(
          Files.isDirectory(path)
              ? jar(path, directory.resolve(jars.size() + ".jar")).toString()
              : entry);
    }
    var quick = new QuickStart(directory.resolve("cache"), String.join(File.pathSeparator, jars));
    quick.train(main, args);
    return quick;
  }

  private static Path jar(Path directory, Path jar) throws IOException {
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        var files = Files.walk(directory)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(
            new JarEntry(directory.relativize(file).toString().replace(File.separatorChar, '/')));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  private void train(Class<?> main, List<String> args) throws IOException, InterruptedException {
    var training =
        new ProcessBuilder(command("-XX:AOTCacheOutput=" + cache, main, args))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    training.getOutputStream().close();
    if (!training.waitFor(2, TimeUnit.MINUTES)) {
      training.destroyForcibly();
    }
  }

  Process start(Class<?> main, List<String> args) throws IOException {
    return start(command("-XX:AOTCache=" + cache, main, args));
  }

  /** No file that it writes may grow beyond so much; POSIX counts in half kibibytes. */
  Process startOnSmallDisk(Class<?> main, List<String> args, int kibibytes) throws IOException {
    var limited = List.of("sh", "-c", "ulimit -f " + 2 * kibibytes + "; exec \"$@\"", "sh");
    var command = new ArrayList<>(limited);
    command.addAll(command("-XX:AOTCache=" + cache, main, args));
    return start(command);
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private List<String> command(String cached, Class<?> main, List<String> args) {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx64m",
                cached,
                "-cp",
                classPath,
                main.getName()));
    command.addAll(args);
    return command;
  }
}
