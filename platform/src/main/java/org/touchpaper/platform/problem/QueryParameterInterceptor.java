package org.touchpaper.platform.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.ValueConstants;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses a query parameter that the operation does not have, so that a misspelt one is never
 * ignored, one given twice where one value is expected, and an empty one where no text is expected,
 * which Spring would ignore. An operation's parameters are those annotated with {@link
 * RequestParam}, the components of a record annotated with {@link ModelAttribute}, and those that
 * select it ({@link RequestMapping#params}). An operation with a map of parameters takes any.
 */
final class QueryParameterInterceptor implements HandlerInterceptor {

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (request.getQueryString() != null
        && handler instanceof HandlerMethod method
        && AnnotatedElementUtils.hasAnnotation(method.getBeanType(), RestController.class)
        && !takesAny(method)) {
      check(request.getParameterMap(), method);
    }
    return true;
  }

  private static boolean takesAny(HandlerMethod method) {
    return Arrays.stream(method.getMethodParameters())
        .filter(parameter -> parameter.hasParameterAnnotation(RequestParam.class))
        .anyMatch(parameter -> Map.class.isAssignableFrom(parameter.getParameterType()));
  }

  private static void check(Map<String, String[]> given, HandlerMethod method) {
    var known = parameters(method);
    given.forEach((name, values) -> {
      var parameter = known.get(name);
      if (parameter == null) {
        throw InvalidRequestException.malformed(
            name,
            "unknown",
            "unknown query parameter "
                + name
                + (known.isEmpty() ? "; there are none" : "; known: " + sortedNames(known)));
      }
      if (parameter.isSeveral()) {
        return;
      }
      if (values.length > 1) {
        throw InvalidRequestException.malformed(
            name, "once", name + " is given " + values.length + " times; give it once");
      }
      if (values[0].isEmpty() && !parameter.mayBeEmpty()) {
        throw InvalidRequestException.malformed(
            name, "malformed", name + " is empty; leave it out instead");
      }
    });
  }

  private record KnownParameter(Class<?> type, boolean hasDefault) {
    boolean isSeveral() {
      return type.isArray() || Iterable.class.isAssignableFrom(type);
    }

    boolean mayBeEmpty() {
      return type == String.class && !hasDefault;
    }
  }

  private static String sortedNames(Map<String, KnownParameter> parameters) {
    return String.join(", ", parameters.keySet().stream().sorted().toList());
  }

  private static Map<String, KnownParameter> parameters(HandlerMethod method) {
    var known = new HashMap<String, KnownParameter>();
    var mapping =
        AnnotatedElementUtils.findMergedAnnotation(method.getMethod(), RequestMapping.class);
    if (mapping != null) {
      Arrays.stream(mapping.params())
          .filter(name -> !name.startsWith("!"))
          .forEach(name -> known.put(name, new KnownParameter(String.class, false)));
    }
    for (var parameter : method.getMethodParameters()) {
      var annotation = parameter.getParameterAnnotation(RequestParam.class);
      if (annotation != null) {
        var hasDefault = !annotation.defaultValue().equals(ValueConstants.DEFAULT_NONE);
        known.put(
            name(parameter, annotation),
            new KnownParameter(parameter.getParameterType(), hasDefault));
      } else if (parameter.hasParameterAnnotation(ModelAttribute.class)) {
        Arrays.stream(parameter.getParameterType().getRecordComponents())
            .forEach(component ->
                known.put(component.getName(), new KnownParameter(component.getType(), false)));
      }
    }
    return known;
  }

  private static String name(MethodParameter parameter, RequestParam annotation) {
    return annotation.name().isEmpty()
        ? Objects.requireNonNull(parameter.getParameter().getName())
        : annotation.name();
  }
}
