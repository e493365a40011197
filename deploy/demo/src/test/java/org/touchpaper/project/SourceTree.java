package org.touchpaper.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of the project, as they lie in the source tree. */
final class SourceTree {

  /** A file of main code, without its comments. */
  record JavaFile(String packageName, String name, String code) {}

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");

  private SourceTree() {}

  static Path root() {
    for (var folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("ARCHITECTURE.md"))) {
        return folder;
      }
    }
    throw new IllegalStateException("no ARCHITECTURE.md above " + Path.of("").toAbsolutePath());
  }

  /** All main code but {@code package-info.java}. */
  static List<JavaFile> mainCode() {
    return files(".java").stream()
        .filter(file -> file.toString().contains("/src/main/java/"))
        .filter(file -> !file.endsWith("package-info.java"))
        .map(SourceTree::parse)
        .toList();
  }

  static List<Path> poms() {
    return files("pom.xml");
  }

  static List<Path> documents() {
    return files(".md");
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(String suffix) {
    try (Stream<Path> all = Files.walk(root())) {
      return all.filter(file -> file.toString().endsWith(suffix))
          .filter(file -> !isGenerated(root().relativize(file)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isGenerated(Path file) {
    for (var part : file) {
      var name = part.toString();
      if (name.equals("target") || name.startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  private static JavaFile parse(Path file) {
    var text = read(file);
    var packageName = PACKAGE.matcher(text);
    if (!packageName.find()) {
      throw new IllegalStateException("no package in " + file);
    }
    var name = file.getFileName().toString().replace(".java", "");
    return new JavaFile(packageName.group(1), name, COMMENT.matcher(text).replaceAll(""));
  }
}
