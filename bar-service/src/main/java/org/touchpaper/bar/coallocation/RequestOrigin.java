package org.touchpaper.bar.coallocation;

import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/** The request that created a co-allocation: owner, description, time, key and digest. */
@Embeddable
public class RequestOrigin {

  @Convert(converter = JsonConverters.PersonConverter.class)
  private Person owner;

  @SuppressWarnings("UnusedVariable") // used in queries
  private String ownerName;

  private String description;
  private Instant createdAt;

  private @Nullable String idempotencyKey;

  private String digest;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected RequestOrigin() {}

  public RequestOrigin(
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

  RequestOrigin withDescription(String newDescription) {
    return new RequestOrigin(owner, newDescription, createdAt, idempotencyKey, digest);
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
