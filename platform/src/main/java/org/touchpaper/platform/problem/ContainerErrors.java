package org.touchpaper.platform.problem;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;

/** Answers what Tomcat refuses before any application sees it, such as {@code %00} in a path. */
final class ContainerErrors extends ErrorReportValve {

  private static final Logger LOG = LoggerFactory.getLogger(ContainerErrors.class);

  private final Problems problems;

  ContainerErrors(Problems problems) {
    this.problems = problems;
  }

  @Override
  protected void report(Request request, Response response, @Nullable Throwable failure) {
    if (response.getStatus() >= 400
        && response.getContentWritten() == 0
        && response.setErrorReported()
        && mayBeWritten(response)) {
      try {
        write(response);
      } catch (IOException e) {
        LOG.debug(
            "{} went before it was told {}", request.getRemoteAddr(), response.getStatus(), e);
      }
    }
  }

  private static boolean mayBeWritten(Response response) {
    var allowed = new AtomicBoolean();
    response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, allowed);
    return allowed.get();
  }

  private void write(Response response) throws IOException {
    var status = HttpStatus.resolve(response.getStatus());
    if (status == null) {
      return;
    }
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setCharacterEncoding("UTF-8");
    var writer = response.getReporter();
    if (writer != null) { // null if the body was begun
      writer.write(
          problems.text(ProblemDetail.forStatusAndDetail(status, Problems.sentence(status))));
      response.finishResponse();
    }
  }
}
