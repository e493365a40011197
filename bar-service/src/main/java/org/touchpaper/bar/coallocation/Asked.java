package org.touchpaper.bar.coallocation;

import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Requester.Person;

/** The call that asked for a co-allocation: whose it was, what for, when, and under which key. */
@Embeddable
class Asked {

  @Convert(converter = Texts.PersonText.class)
  private Person owner;

  @SuppressWarnings("UnusedVariable") // bookings are found by it
  private String ownerName;

  private String description;
  private Instant createdAt;

  @SuppressWarnings("UnusedVariable") // bookings are found by it
  private @Nullable String idempotencyKey;

  private String digest;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected Asked() {}

  Asked(
      Person owner,
      String description,
      Instant createdAt,
      @Nullable String idempotencyKey,
      String digest) {
    this.owner = owner;
    this.ownerName = owner.name();
    this.description = description;
    this.createdAt = createdAt;
    this.idempotencyKey = idempotencyKey;
    this.digest = digest;
  }

  Person owner() {
    return owner;
  }

  String description() {
    return description;
  }

  Instant createdAt() {
    return createdAt;
  }

  String digest() {
    return digest;
  }
}
