package org.touchpaper.platform.problem;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/**
 * Reads an integer as JSON Schema defines it: a number without a fractional part, so that 300.0 is
 * one (JSON Schema 2020-12 Validation, section 6.1.1). Other numbers and strings are refused.
 */
final class IntegralNumberDeserializer extends StdScalarDeserializer<Integer> {

  IntegralNumberDeserializer() {
    super(Integer.class);
  }

  @Override
  public @Nullable Integer deserialize(JsonParser parser, DeserializationContext context) {
    if (parser.hasToken(JsonToken.VALUE_NUMBER_INT)) {
      return parser.getIntValue();
    }
    if (!parser.hasToken(JsonToken.VALUE_NUMBER_FLOAT)) {
      return (Integer) context.handleUnexpectedToken(Integer.class, parser);
    }
    var number = parser.getDecimalValue();
    return number.stripTrailingZeros().scale() <= 0
        ? Integer.valueOf(parser.getIntValue())
        : (Integer) context.handleWeirdNumberValue(Integer.class, number, "not a whole number");
  }
}
