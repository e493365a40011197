package org.touchpaper.bar.reservation.segments;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.Stp;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts the segment contract's values to text columns. The values are immutable, so that
 * Hibernate compares them and copies none.
 */
public final class AttributeConverters {

  private static final JsonMapper JSON = JsonMapper.shared();

  private AttributeConverters() {}

  private static <T> @Nullable T read(@Nullable String text, Class<T> type) {
    return text == null ? null : JSON.readValue(text, type);
  }

  private static @Nullable String write(@Nullable Object value) {
    return value == null ? null : JSON.writeValueAsString(value);
  }

  @Converter
  @Immutable
  public static final class StpConverter
      implements AttributeConverter<@Nullable Stp, @Nullable String> {
    @Override
    public @Nullable String convertToDatabaseColumn(@Nullable Stp stp) {
      return stp == null ? null : stp.toString();
    }

    @Override
    public @Nullable Stp convertToEntityAttribute(@Nullable String text) {
      return text == null ? null : Stp.parse(text);
    }
  }

  @Converter
  @Immutable
  public static final class LinesConverter implements AttributeConverter<List<String>, String> {
    @Override
    public String convertToDatabaseColumn(List<String> lines) {
      return String.join("\n", lines);
    }

    @Override
    public List<String> convertToEntityAttribute(String text) {
      return text.isEmpty() ? List.of() : Arrays.asList(text.split("\n", -1));
    }
  }

  @Converter
  @Immutable
  public static final class EndpointsConverter
      implements AttributeConverter<@Nullable LightpathEndsAccessDetails, @Nullable String> {
    @Override
    public @Nullable String convertToDatabaseColumn(
        @Nullable LightpathEndsAccessDetails endpoints) {
      return write(endpoints);
    }

    @Override
    public @Nullable LightpathEndsAccessDetails convertToEntityAttribute(@Nullable String text) {
      return read(text, LightpathEndsAccessDetails.class);
    }
  }

  @Converter
  @Immutable
  public static final class RefusalConverter
      implements AttributeConverter<@Nullable Refusal, @Nullable String> {
    @Override
    public @Nullable String convertToDatabaseColumn(@Nullable Refusal refusal) {
      return write(refusal);
    }

    @Override
    public @Nullable Refusal convertToEntityAttribute(@Nullable String text) {
      return read(text, Refusal.class);
    }
  }

  @Converter
  @Immutable
  public static final class RequesterConverter
      implements AttributeConverter<@Nullable RequesterIdentity, @Nullable String> {
    @Override
    public @Nullable String convertToDatabaseColumn(@Nullable RequesterIdentity requester) {
      return write(requester);
    }

    @Override
    public @Nullable RequesterIdentity convertToEntityAttribute(@Nullable String text) {
      return read(text, RequesterIdentity.class);
    }
  }

  /** A holder as JSON; the fields that are set identify its kind. */
  private record StoredHolder(
      @Nullable String peer,
      @Nullable URI endpoint,
      @Nullable ConnectionId connection,
      @Nullable Integer version,
      @Nullable String transactionId,
      @Nullable List<URI> acceptors,
      @Nullable Instant until) {

    static StoredHolder of(Holder holder) {
      return switch (holder) {
        case Holder.PeerService(var peer, var endpoint, var connection, var version) ->
            new StoredHolder(peer, endpoint, connection, version, null, null, null);
        case Holder.Transaction(var id, var acceptors) ->
            new StoredHolder(null, null, null, null, id, acceptors, null);
        case Holder.ExternalRequester(var instant) ->
            new StoredHolder(null, null, null, null, null, null, instant);
      };
    }

    Holder toHolder() {
      if (until != null) {
        return new Holder.ExternalRequester(until);
      }
      if (transactionId != null && acceptors != null) {
        return new Holder.Transaction(transactionId, acceptors);
      }
      if (peer != null && endpoint != null && connection != null && version != null) {
        return new Holder.PeerService(peer, endpoint, connection, version);
      }
      throw new IllegalStateException("a stored holder is of no known kind: " + this);
    }
  }

  @Converter
  @Immutable
  public static final class HolderConverter
      implements AttributeConverter<@Nullable Holder, @Nullable String> {
    @Override
    public @Nullable String convertToDatabaseColumn(@Nullable Holder holder) {
      return holder == null ? null : write(StoredHolder.of(holder));
    }

    @Override
    public @Nullable Holder convertToEntityAttribute(@Nullable String text) {
      var stored = read(text, StoredHolder.class);
      return stored == null ? null : stored.toHolder();
    }
  }
}
