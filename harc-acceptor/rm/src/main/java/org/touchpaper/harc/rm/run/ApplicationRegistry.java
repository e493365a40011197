package org.touchpaper.harc.rm.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.FileSystemResource;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.platform.YamlFile;

/**
 * What may be launched on a machine: {@code applications.yaml}, made by an expert of the site. It
 * is read again when it has changed. A file with mistakes is not used; the previous one stays.
 */
public final class ApplicationRegistry {
  /** The application whose first argument is an executable, for roles that may run any. */
  static final String FREE_EXECUTABLE = "executable";

  private static final Logger LOG = LoggerFactory.getLogger(ApplicationRegistry.class);

  /** A file's entries. */
  record Entries(
      @DefaultValue List<Application> applications,
      @DefaultValue Set<String> freeExecutables,
      @DefaultValue("") String directory,
      @DefaultValue("1024") int coresPerNode) {

    private static final Entries NONE = new Entries(List.of(), Set.of(), "", 1024);

    private Entries checked() {
      var mistakes = new ArrayList<String>();
      var names = new HashSet<String>();
      for (var application : applications) {
        mistakes.addAll(application.mistakes());
        if (!names.add(application.name())) {
          mistakes.add(application.name() + " is registered twice");
        }
      }
      applications.forEach(application ->
          applications.stream()
              .filter(other -> !other.equals(application))
              .flatMap(other -> application.conflict(other).stream())
              .forEach(mistakes::add));
      if (!freeExecutables.isEmpty() && !directory.startsWith("/")) {
        mistakes.add("freeExecutables need a directory");
      }
      if (!mistakes.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", mistakes));
      }
      return this;
    }
  }

  /** What identifies a version of the file; the latest read one, valid or not. */
  private record FileVersion(FileTime modifiedAt, long size) {}

  private final @Nullable Path file;
  private Entries entries = Entries.NONE;
  private @Nullable FileVersion readVersion;
  private @Nullable String problem;

  /**
   * A registry.
   *
   * @param file null if the site launches nothing
   */
  public ApplicationRegistry(@Nullable Path file) {
    this.file = file;
  }

  /** What is wrong with the file; empty if nothing is. */
  public synchronized Optional<String> problem() {
    current();
    return Optional.ofNullable(problem);
  }

  /** How many applications there are. */
  public int size() {
    return current().applications().size();
  }

  /** The applications for a person with that role. */
  List<RegisteredApplication> list(String role) {
    var now = current();
    var summaries = new ArrayList<>(now.applications().stream().map(Application::summary).toList());
    find(FREE_EXECUTABLE, role).map(Application::summary).ifPresent(summaries::add);
    return summaries;
  }

  /** The application with that name, if a person with that role may launch it. */
  Optional<Application> find(String name, String role) {
    var now = current();
    return name.equals(FREE_EXECUTABLE)
        ? Optional.of(name)
            .filter(_ -> now.freeExecutables().contains(role))
            .map(_ -> Application.freeExecutable(now.directory()))
        : now.applications().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  int coresPerNode() {
    return current().coresPerNode();
  }

  private synchronized Entries current() {
    if (file == null) {
      return entries;
    }
    try {
      var version = new FileVersion(Files.getLastModifiedTime(file), Files.size(file));
      if (!version.equals(readVersion)) {
        readVersion = version;
        entries =
            YamlFile.read(
                new FileSystemResource(file), "registry", Entries.class, Entries::checked);
        problem = null;
        LOG.info("{}: {} applications", file, entries.applications().size());
      }
    } catch (IOException | RuntimeException e) {
      var found = e instanceof IOException ? "cannot read " + e.getMessage() : e.getMessage();
      if (!String.valueOf(found).equals(problem)) {
        problem = String.valueOf(found);
        LOG.warn("{}; the previous applications stay", problem);
      }
      readVersion = e instanceof IOException ? null : readVersion;
    }
    return entries;
  }
}
