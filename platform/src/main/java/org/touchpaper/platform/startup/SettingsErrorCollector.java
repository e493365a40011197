package org.touchpaper.platform.startup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.env.ConfigurableEnvironment;
import org.touchpaper.platform.SecretFile;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.TouchpaperProperties.Profile;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.security.PeersFileContent;

/** Collects every setting that is missing or wrong, before anything starts. */
public final class SettingsErrorCollector {

  private static final String SECRETS = "/etc/touchpaper/secrets/";
  private static final String SECRET_MEANING = "the secret shared with it, mode 600";

  private final Binder binder;
  private final Map<String, Line> missing = new LinkedHashMap<>();
  private final Set<String> wrong = new LinkedHashSet<>();
  private final Map<String, TouchpaperProperties.Peer> peers = new TreeMap<>();

  /** A line to write: an example of the value, and what it is. */
  private record Line(String example, String meaning) {}

  private SettingsErrorCollector(ConfigurableEnvironment environment) {
    this.binder = Binder.get(environment);
    this.peers.putAll(configuredPeers());
    peersFile()
        .flatMap(file -> attempt(() -> PeersFileContent.read(file)))
        .ifPresent(file -> peers.putAll(file.entries()));
  }

  static void run(
      String program,
      ConfigurableEnvironment environment,
      Consumer<SettingsErrorCollector> ofTheService) {
    var check = new SettingsErrorCollector(environment);
    check.requireCommon(program);
    ofTheService.accept(check);
    var file = environment.getProperty(ServiceLauncher.FILE);
    check.fail(program, file == null ? null : file.replaceFirst("^file:/+", "/"));
  }

  private void requireCommon(String program) {
    if (require("touchpaper.name", program + "-example", "this service's name among its peers")) {
      bind("touchpaper", TouchpaperProperties.class).ifPresent(this::requireDirectory);
    }
    var users = map("touchpaper.users", TouchpaperProperties.User.class);
    attempt(() -> binder.bind("server.port", Integer.class).orElse(0));
    if (isProduction()) {
      require(
          "spring.datasource.url",
          "jdbc:postgresql://localhost/" + program,
          "its own PostgreSQL database");
      require("spring.datasource.username", program, "the role that owns the database");
      require("spring.datasource.password", "secret", "the role's password");
      if (users.isEmpty()) {
        missing(
            "touchpaper.users.operator.password-file",
            SECRETS + "operator",
            "the password of a person who may log in, mode 600");
        missing("touchpaper.users.operator.roles", "[operator]", "what that person may do");
      }
    }
    users.forEach((name, user) ->
        requireSecret(
            "touchpaper.users." + name + ".password", user.password(), user.passwordFile()));
    var configured = configuredPeers();
    configured.forEach((name, peer) -> {
      requireSecret("touchpaper.peers." + name + ".secret", peer.secret(), peer.secretFile());
      var roles = "touchpaper.peers." + name + ".roles: ";
      peer.roles().forEach(role -> attempt(roles, () -> PeerRole.parse(role)));
    });
    peersFile()
        .ifPresent(file -> attempt(() -> PeersFileContent.readPeers(file, configured.keySet())));
  }

  private void requireSecret(String property, @Nullable String secret, @Nullable Path file) {
    if (file != null && secret == null) {
      attempt(() -> SecretFile.read(file));
    } else if (secret == null || secret.isBlank()) {
      missing(property + "-file", SECRETS + property.split("\\.", -1)[2], SECRET_MEANING);
    }
  }

  private void requireDirectory(TouchpaperProperties properties) {
    if (!properties.profile().equals(Profile.PRODUCTION)) {
      return;
    }
    attempt(() -> {
      try {
        return Files.createDirectories(properties.data());
      } catch (IOException e) {
        throw new UncheckedIOException(
            "touchpaper.data is %s, which cannot be created".formatted(properties.data()), e);
      }
    });
  }

  /** False in the demo profile, which has default users and logins. */
  public boolean isProduction() {
    return !text("touchpaper.profile").equalsIgnoreCase("demo");
  }

  /** The peers of the configuration and of the peers file. */
  public Map<String, TouchpaperProperties.Peer> peers() {
    return Map.copyOf(peers);
  }

  private Map<String, TouchpaperProperties.Peer> configuredPeers() {
    return map("touchpaper.peers", TouchpaperProperties.Peer.class);
  }

  private Optional<Path> peersFile() {
    return attempt(() -> binder.bind("touchpaper.peers-file", Path.class))
        .flatMap(bound -> Optional.ofNullable(bound.orElse(null)));
  }

  public boolean isSet(String property) {
    return !text(property).isBlank();
  }

  /** Requires a property and returns whether it is set. */
  public boolean require(String property, String example, String meaning) {
    if (!isSet(property)) {
      missing(property, example, meaning);
      return false;
    }
    return true;
  }

  /** Requires the address, role and secret of a peer. */
  public void requirePeer(String name, String role, String meaning) {
    var peer = peers().get(name);
    var key = "touchpaper.peers." + name;
    if (peer == null || peer.url() == null) {
      missing(
          key + ".url", "http://" + name + ".example.org:8080", "where " + meaning + " listens");
    }
    if (peer == null || peer.roles().isEmpty()) {
      missing(key + ".roles", "[" + role + "]", "what it is to this service");
    }
    if (peer == null) {
      missing(key + ".secret-file", SECRETS + name, SECRET_MEANING);
    }
  }

  /** Requires that any peer has a role. */
  public void requireCaller(String role, String example) {
    if (peers().values().stream().noneMatch(peer -> peer.roles().contains(role))) {
      var key = "touchpaper.peers." + example;
      missing(key + ".roles", "[" + role + "]", "a peer that may call this service");
      missing(key + ".secret-file", SECRETS + example, SECRET_MEANING);
    }
  }

  /** Adds a missing property. */
  public void missing(String property, String example, String meaning) {
    missing.putIfAbsent(property, new Line(example, meaning));
  }

  /** Reads settings; what cannot be read is wrong. */
  public <T> Optional<T> bind(String prefix, Class<T> type) {
    return attempt(() -> binder.bindOrCreate(prefix, Bindable.of(type)));
  }

  private <T> Map<String, T> map(String prefix, Class<T> type) {
    return attempt(() -> binder.bind(prefix, Bindable.mapOf(String.class, type)).orElse(Map.of()))
        .orElse(Map.of());
  }

  /** The value; empty if it is not set. */
  public String text(String property) {
    return binder.bind(property, String.class).orElse("");
  }

  /** Runs code that reads a setting; if it fails, the setting is wrong. */
  public <T> Optional<T> attempt(Supplier<T> reading) {
    return attempt("", reading);
  }

  private <T> Optional<T> attempt(String property, Supplier<T> reading) {
    try {
      return Optional.of(reading.get());
    } catch (RuntimeException e) {
      wrong.add(property + sentence(e));
      return Optional.empty();
    }
  }

  private static String sentence(RuntimeException problem) {
    Throwable cause = problem;
    ConfigurationProperty property = null;
    while (true) {
      if (cause instanceof BindException binding && binding.getProperty() != null) {
        property = binding.getProperty();
      }
      if (cause instanceof ConversionFailedException conversion && property != null) {
        return "%s is %s, which is not a valid %s"
            .formatted(
                property.getName(),
                property.getValue(),
                conversion.getTargetType().getType().getSimpleName());
      }
      if (cause.getCause() == null || !cause.getClass().getName().startsWith("org.spring")) {
        return String.valueOf(cause.getMessage());
      }
      cause = cause.getCause();
    }
  }

  private void fail(String program, @Nullable String file) {
    if (missing.isEmpty() && wrong.isEmpty()) {
      return;
    }
    var report = new StringBuilder(program).append(" cannot start");
    report.append(file == null ? " without a configuration file.\n" : " with " + file + ".\n");
    if (!missing.isEmpty()) {
      report.append("\nMissing; write these lines with your values:\n");
      missing.forEach((property, line) ->
          report.append(
              "  %-70s # %s%n".formatted(property + ": " + line.example(), line.meaning())));
    }
    if (!wrong.isEmpty()) {
      report.append("\nWrong:\n");
      wrong.forEach(sentence -> report.append("  ").append(sentence).append('\n'));
    }
    throw new InvalidSettingsException(report.toString().stripTrailing());
  }
}
