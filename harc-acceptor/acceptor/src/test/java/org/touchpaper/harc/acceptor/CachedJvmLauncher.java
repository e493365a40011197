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
 * Starts JVMs on the test's class path in less than half the time, with an AOT cache (JEP 514). The
 * cache requires a class path of jars only.
 */
final class CachedJvmLauncher {
  private final Path cache;
  private final String classPath;

  private CachedJvmLauncher(Path cache, String classPath) {
    this.cache = cache;
    this.classPath = classPath;
  }

  /** Creates the jars and the cache; runs the class once with its input closed. */
  static CachedJvmLauncher withTrainedCache(Path directory, Class<?> main, List<String> args)
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
    var launcher =
        new CachedJvmLauncher(directory.resolve("cache"), String.join(File.pathSeparator, jars));
    launcher.train(main, args);
    return launcher;
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

  /** Limits the size of files it writes; POSIX counts in units of 512 bytes. */
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
