package org.touchpaper.harc.rm.backend.slurm.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.SecretFile;

/**
 * Access to a cluster through slurmrestd (Slurm 25.05 or later), as an operator.
 *
 * @param url where slurmrestd listens, such as {@code https://head.example.org:6820}
 * @param user the operator's name, {@code X-SLURM-USER-NAME}
 * @param tokenFile the output of {@code scontrol token username=<user>}, in a file of mode 0600;
 *     read for each request, so that it can be replaced before it expires
 * @param version the API version, such as {@code v0.0.43}; null for the best one served
 * @param timeout after which a request is abandoned; its effect is unknown then
 */
public record SlurmrestdAccess(
    URI url, String user, Path tokenFile, @Nullable SlurmrestdVersion version, Duration timeout)
    implements SlurmAccessSettings {
  /** The prefix that {@code scontrol token} prints before the token. */
  private static final String TOKEN_PREFIX = "SLURM_JWT=";

  public SlurmrestdAccess {
    if (!List.of("http", "https").contains(String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT))
        || url.getHost() == null
        || url.getUserInfo() != null
        || url.getQuery() != null) {
      throw new IllegalArgumentException(
          "touchpaper.rm.slurm.rest.url must be an http or https URL with a host and without user and"
              + " query");
    }
    if (!user.matches("[A-Za-z0-9_.@-]+")) {
      throw new IllegalArgumentException(
          "touchpaper.rm.slurm.rest.user must be the account of an operator of the cluster");
    }
    if (version != null && !version.canWriteReservations()) {
      throw new IllegalArgumentException(
          "touchpaper.rm.slurm.rest.version is %s: %s"
              .formatted(version, SlurmrestdVersion.REMEDY));
    }
  }

  /**
   * Creates it from the configuration.
   *
   * @throws IllegalArgumentException if a property is missing or invalid; the message names it
   */
  public static SlurmrestdAccess fromConfiguration(
      String url,
      @Nullable String user,
      @Nullable Path tokenFile,
      @Nullable String version,
      Duration timeout) {
    if (user == null || tokenFile == null) {
      throw new IllegalArgumentException(
          "touchpaper.rm.slurm.rest.url is set, so touchpaper.rm.slurm.rest."
              + (user == null ? "user" : "token-file")
              + " must be set to "
              + (user == null
                  ? "the account of an operator of the cluster"
                  : "a file with the output of `scontrol token username=%s`".formatted(user)));
    }
    var access =
        new SlurmrestdAccess(
            uri(url),
            user,
            tokenFile,
            Optional.ofNullable(version).map(SlurmrestdVersion::parse).orElse(null),
            timeout);
    access.token();
    return access;
  }

  private static URI uri(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "touchpaper.rm.slurm.rest.url is not a URL: " + e.getReason(), e);
    }
  }

  /**
   * Reads the current token. No message contains it.
   *
   * @throws IllegalStateException if the file has no token, or others can read it
   * @throws java.io.UncheckedIOException if the file cannot be read
   */
  String token() {
    var text = SecretFile.read(tokenFile);
    var token = text.startsWith(TOKEN_PREFIX) ? text.substring(TOKEN_PREFIX.length()) : text;
    if (!token.matches("[A-Za-z0-9_=-]+(\\.[A-Za-z0-9_=-]+){2}")) {
      throw new IllegalStateException(
          "%s contains no JSON web token: write the output of `scontrol token username=%s` to it"
              .formatted(tokenFile, user));
    }
    return token;
  }

  /** Returns true if the token crosses the network unencrypted. */
  boolean sendsTokenUnencrypted() {
    return url.getScheme().equalsIgnoreCase("http")
        && !url.getHost().matches("localhost|127\\..*|\\[::1]");
  }

  /** {@code path} begins with a slash. */
  URI resolve(String path) {
    return URI.create(url.toString().replaceAll("/+$", "") + path);
  }
}
