package org.touchpaper.harc.rm.slurm;

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
 * A cluster spoken to through slurmrestd (Slurm 25.05 or later), as an operator of it.
 *
 * @param url where slurmrestd listens, such as {@code https://head.example.org:6820}
 * @param user the operator's name, {@code X-SLURM-USER-NAME}
 * @param tokenFile what {@code scontrol token username=<user>} printed, in a file that nobody else
 *     can read; read anew for each request, so that it can be replaced before it expires
 * @param version the version of the API, such as {@code v0.0.43}; null for the best of those served
 * @param timeout after which a request is given up, and what it did is not known
 */
public record RestAccess(
    URI url, String user, Path tokenFile, @Nullable RestVersion version, Duration timeout)
    implements SlurmAccess {
  /** What {@code scontrol token} prints before the token itself. */
  private static final String PRINTED_BEFORE = "SLURM_JWT=";

  public RestAccess {
    if (!List.of("http", "https").contains(String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT))
        || url.getHost() == null
        || url.getUserInfo() != null
        || url.getQuery() != null) {
      throw new IllegalArgumentException(
          "slurmrestd is at an http or https URL with a host, no user and no query; this is none:"
              + " touchpaper.rm.slurm.rest.url");
    }
    if (!user.matches("[A-Za-z0-9_.@-]+")) {
      throw new IllegalArgumentException(
          "touchpaper.rm.slurm.rest.user must be the account of an operator of the cluster");
    }
    if (version != null && !version.canWriteReservations()) {
      throw new IllegalArgumentException(
          "touchpaper.rm.slurm.rest.version is %s: %s".formatted(version, RestVersion.REMEDY));
    }
  }

  /**
   * As the configuration has it.
   *
   * @throws IllegalArgumentException if something is missing or not what it should be; it names the
   *     property
   */
  public static RestAccess configured(
      String url,
      @Nullable String user,
      @Nullable Path tokenFile,
      @Nullable String version,
      Duration timeout) {
    if (user == null || tokenFile == null) {
      throw new IllegalArgumentException(
          "touchpaper.rm.slurm.rest.url is set, so touchpaper.rm.slurm.rest."
              + (user == null ? "user" : "token-file")
              + " must be: "
              + (user == null
                  ? "the account of an operator of the cluster"
                  : "a file with what `scontrol token username=%s` prints".formatted(user)));
    }
    var access =
        new RestAccess(
            uri(url),
            user,
            tokenFile,
            Optional.ofNullable(version).map(RestVersion::parse).orElse(null),
            timeout);
    access.token();
    return access;
  }

  private static URI uri(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "touchpaper.rm.slurm.rest.url is no URL: " + e.getReason(), e);
    }
  }

  /**
   * The token as it is now. It stands in no message, whatever is wrong with it.
   *
   * @throws IllegalStateException if there is none in the file, or others can read it
   * @throws java.io.UncheckedIOException if the file cannot be read
   */
  String token() {
    var text = SecretFile.read(tokenFile);
    var token = text.startsWith(PRINTED_BEFORE) ? text.substring(PRINTED_BEFORE.length()) : text;
    if (!token.matches("[A-Za-z0-9_=-]+(\\.[A-Za-z0-9_=-]+){2}")) {
      throw new IllegalStateException(
          "%s has no JSON web token in it: put there what `scontrol token username=%s` prints"
              .formatted(tokenFile, user));
    }
    return token;
  }

  /** True if the token could be read on its way. */
  boolean goesInTheOpen() {
    return url.getScheme().equalsIgnoreCase("http")
        && !url.getHost().matches("localhost|127\\..*|\\[::1]");
  }

  /** {@code path} begins with a slash. */
  URI at(String path) {
    return URI.create(url.toString().replaceAll("/+$", "") + path);
  }
}
