package org.touchpaper.platform.security;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.touchpaper.platform.SecretFile;
import org.touchpaper.platform.TouchpaperProperties;

/**
 * Reads the people who may log in from the settings: those configured, plus one for each role in
 * the demo profile.
 */
public final class ConfiguredUserReader {

  static final List<String> ROLES = List.of("scientist", "operator", "officer", "admin");

  private ConfiguredUserReader() {}

  /** The roles of each person who may log in, by name. */
  public static SortedMap<String, List<String>> rolesByName(TouchpaperProperties properties) {
    var roles = new TreeMap<String, List<String>>();
    if (properties.profile() == TouchpaperProperties.Profile.DEMO) {
      ROLES.forEach(name -> roles.put(name, List.of(name)));
    }
    properties.users().forEach((name, user) -> roles.put(name, List.copyOf(user.roles())));
    return roles;
  }

  static List<UserDetails> from(TouchpaperProperties properties) {
    var users = new TreeMap<String, UserDetails>();
    switch (properties.profile()) {
      case DEMO -> ROLES.forEach(name -> users.put(name, user(name, name, List.of(name))));
      case PRODUCTION -> {
        if (properties.users().isEmpty()) {
          throw new IllegalStateException(
              "No users are configured. Set touchpaper.users.<name>.password-file or, for a demo,"
                  + " touchpaper.profile=demo.");
        }
      }
    }
    configured(properties.users()).forEach(user -> users.put(user.getUsername(), user));
    return List.copyOf(users.values());
  }

  private static Stream<UserDetails> configured(Map<String, TouchpaperProperties.User> users) {
    return users.entrySet().stream()
        .map(e -> user(e.getKey(), password(e.getKey(), e.getValue()), e.getValue().roles()));
  }

  private static String password(String name, TouchpaperProperties.User user) {
    if (user.password() != null && !user.password().isBlank()) {
      return user.password();
    }
    if (user.passwordFile() != null) {
      return SecretFile.read(user.passwordFile());
    }
    throw new IllegalStateException(
        "touchpaper.users." + name + " needs a password or a password-file");
  }

  private static UserDetails user(String name, String password, List<String> roles) {
    for (var role : roles) {
      if (!ROLES.contains(role)) {
        throw new IllegalStateException(
            "touchpaper.users."
                + name
                + " has the unknown role "
                + role
                + "; known roles: "
                + ROLES);
      }
    }
    return User.withUsername(name)
        .password(
            password.startsWith("{") ? password : PlainOrEncodedPasswordEncoder.PLAIN + password)
        .roles(roles.stream().map(role -> role.toUpperCase(Locale.ROOT)).toArray(String[]::new))
        .build();
  }
}
