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
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses a query parameter that the operation does not have, so that a misspelt one is never
 * ignored, and one given twice where one value is expected. An operation's parameters are those
 * annotated with {@link RequestParam}, the components of a record annotated with {@link
 * ModelAttribute}, and those that select it ({@link RequestMapping#params}). An operation with a
 * map of parameters takes any.
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
      var type = known.get(name);
      if (type == null) {
        throw InvalidRequestException.malformed(
            name,
            "unknown",
            "unknown query parameter "
                + name
                + (known.isEmpty() ? "; there are none" : "; known: " + sortedNames(known)));
      }
      if (values.length > 1 && !type.isArray() && !Iterable.class.isAssignableFrom(type)) {
        throw InvalidRequestException.malformed(
            name, "once", name + " is given " + values.length + " times; give it once");
      }
    });
  }

  private static String sortedNames(Map<String, Class<?>> parameters) {
    return String.join(", ", parameters.keySet().stream().sorted().toList());
  }

  private static Map<String, Class<?>> parameters(HandlerMethod method) {
    var types = new HashMap<String, Class<?>>();
    var mapping =
        AnnotatedElementUtils.findMergedAnnotation(method.getMethod(), RequestMapping.class);
    if (mapping != null) {
      Arrays.stream(mapping.params())
          .filter(name -> !name.startsWith("!"))
          .forEach(name -> types.put(name, String.class));
    }
    for (var parameter : method.getMethodParameters()) {
      var annotation = parameter.getParameterAnnotation(RequestParam.class);
      if (annotation != null) {
        types.put(name(parameter, annotation), parameter.getParameterType());
      } else if (parameter.hasParameterAnnotation(ModelAttribute.class)) {
        Arrays.stream(parameter.getParameterType().getRecordComponents())
            .forEach(component -> types.put(component.getName(), component.getType()));
      }
    }
    return types;
  }

  private static String name(MethodParameter parameter, RequestParam annotation) {
    return annotation.name().isEmpty()
        ? Objects.requireNonNull(parameter.getParameter().getName())
        : annotation.name();
  }
}
