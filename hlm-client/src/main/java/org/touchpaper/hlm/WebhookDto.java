package org.touchpaper.hlm;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An address to which events are posted.
 *
 * @param state ACTIVE or PAUSED
 * @param secret the key of the signatures; null except in the answer that creates it
 */
public record WebhookDto(
    UUID id,
    String url,
    List<String> types,
    String state,
    int failures,
    @Nullable String lastFailure,
    @Nullable Instant failingSince,
    @Nullable String secret) {

  public WebhookDto {
    types = NullableLists.orEmpty(types);
  }

  /** A user's webhooks. */
  public record Page(List<WebhookDto> items) {
    public Page {
      items = NullableLists.orEmpty(items);
    }
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "WebhookDto[" + id + ", " + state + "]";
  }
}
