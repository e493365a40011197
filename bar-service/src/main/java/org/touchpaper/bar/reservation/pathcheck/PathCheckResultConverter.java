package org.touchpaper.bar.reservation.pathcheck;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Converts a result to a JSON column. */
@Converter
@Immutable
class PathCheckResultConverter
    implements AttributeConverter<@Nullable PathCheckResult, @Nullable String> {

  @Override
  public @Nullable String convertToDatabaseColumn(@Nullable PathCheckResult result) {
    return result == null ? null : JsonMapper.shared().writeValueAsString(result);
  }

  @Override
  public @Nullable PathCheckResult convertToEntityAttribute(@Nullable String text) {
    return text == null ? null : JsonMapper.shared().readValue(text, PathCheckResult.class);
  }
}
