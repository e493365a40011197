package org.touchpaper.hlm;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An API token of the caller.
 *
 * @param scopes read, book, operate
 * @param lastUsedAt correct to a minute; null if never used
 * @param secret to log in with ({@link HlmClient#withToken}); only when the token is made, null
 *     else
 */
public record TokenDto(
    String id,
    String name,
    List<String> scopes,
    String createdAt,
    String expiresAt,
    @Nullable String lastUsedAt,
    @Nullable String secret) {

  public TokenDto {
    Objects.requireNonNull(id, "id");
    scopes = NullableLists.orEmpty(scopes);
  }

  /** Tokens, newest first. */
  public record Page(List<TokenDto> items) {
    public Page {
      items = NullableLists.orEmpty(items);
    }
  }

  @Override
  public String toString() {
    return "TokenDto[" + id + " " + name + "]"; // without the secret
  }
}
