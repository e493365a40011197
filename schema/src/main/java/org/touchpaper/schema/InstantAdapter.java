package org.touchpaper.schema;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Maps an xs:dateTime with an offset to {@link Instant}; writes UTC (XML Schema 2, 3.2.7). */
public final class InstantAdapter extends XmlAdapter<@Nullable String, @Nullable Instant> {

  @Override
  public @Nullable Instant unmarshal(@Nullable String text) {
    return text == null ? null : OffsetDateTime.parse(text.strip()).toInstant();
  }

  /** {@code OffsetDateTime.toString} omits zero seconds, which xs:dateTime requires. */
  @Override
  public @Nullable String marshal(@Nullable Instant instant) {
    return instant == null
        ? null
        : DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(instant.atOffset(ZoneOffset.UTC));
  }
}
