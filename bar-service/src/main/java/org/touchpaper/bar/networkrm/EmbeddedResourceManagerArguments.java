package org.touchpaper.bar.networkrm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.security.PeerRegistry;

/** The arguments of the network's resource manager in this process, derived from the BAR's. */
@Component
record EmbeddedResourceManagerArguments(
    EmbeddedResourceManagerProperties properties,
    BarProperties bar,
    TouchpaperProperties service,
    PeerRegistry peers,
    JdbcConnectionDetails database,
    Environment environment) {

  private static final String SETTINGS = "touchpaper.bar.network-resource-manager.";

  /** As arguments of a Spring application: they take precedence over the environment. */
  List<String> asArguments() {
    requireComplete();
    var arguments = new LinkedHashMap<String, Object>();
    copy("touchpaper.rm", arguments);
    copy("touchpaper.schedule", arguments);
    add(arguments, "spring.config.name", "network-rm");
    add(arguments, "spring.datasource.url", database.getJdbcUrl());
    add(arguments, "spring.datasource.username", database.getUsername());
    add(arguments, "spring.datasource.password", database.getPassword());
    add(
        arguments,
        "spring.datasource.hikari.data-source-properties.currentSchema",
        properties.schema() + ",public");
    add(arguments, "spring.datasource.hikari.maximum-pool-size", properties.connections());
    add(arguments, "spring.flyway.default-schema", properties.schema());
    add(
        arguments,
        "spring.flyway.locations",
        "classpath:platform/db/migration,classpath:rm/db/migration");
    add(arguments, "touchpaper.name", bar.networkRm());
    add(arguments, "touchpaper.profile", service.profile());
    add(arguments, "touchpaper.rm.kind", "network");
    add(arguments, "touchpaper.rm.network.setup-lead", bar.setupLead());
    bar.acceptors().forEach(acceptor -> addAcceptor(arguments, acceptor));
    var tls = properties.tls();
    if (tls != null) {
      add(arguments, "touchpaper.tls.certificate", tls.certificate());
      add(arguments, "touchpaper.tls.key", tls.key());
      add(arguments, "touchpaper.tls.authority", tls.authority());
    }
    return arguments.entrySet().stream()
        .map(argument -> "--" + argument.getKey() + "=" + argument.getValue())
        .toList();
  }

  private void copy(String prefix, Map<String, Object> arguments) {
    Binder.get(environment)
        .bind(prefix, Bindable.mapOf(String.class, String.class))
        .ifBound(map -> map.forEach((key, value) -> add(arguments, prefix + "." + key, value)));
  }

  private void addAcceptor(Map<String, Object> arguments, String acceptor) {
    var own = Objects.requireNonNull(properties.peers().get(acceptor));
    var known = peers.get(acceptor);
    var prefix = "touchpaper.peers." + acceptor + ".";
    add(arguments, prefix + "url", known.url());
    add(arguments, prefix + "stream", known.stream());
    add(arguments, prefix + "secret", own.secret());
    add(arguments, prefix + "secret-file", own.secretFile());
    add(arguments, prefix + "roles", "acceptor");
  }

  private static void add(Map<String, Object> arguments, String property, @Nullable Object value) {
    if (value != null) {
      arguments.put(property, value);
    }
  }

  /** Names everything that is missing, because the start would fail once for each. */
  private void requireComplete() {
    var missing = new ArrayList<String>();
    for (var acceptor : bar.acceptors()) {
      var own = properties.peers().get(acceptor);
      if (own == null || (own.secret() == null && own.secretFile() == null)) {
        missing.add(
            SETTINGS
                + "peers."
                + acceptor
                + ".secret-file: a file with the secret that "
                + bar.networkRm()
                + " shares with "
                + acceptor);
      }
    }
    if (service.tls() != null && properties.tls() == null) {
      missing.add(SETTINGS + "tls.certificate, key and authority: its certificate");
    }
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "the network's resource manager cannot start; set %s; or set %senabled=false if it runs in a process of its own"
              .formatted(String.join("; ", missing), SETTINGS));
    }
  }
}
