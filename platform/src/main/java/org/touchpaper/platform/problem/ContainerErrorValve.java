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

/**
 * Answers requests that Tomcat rejects before any application sees them, such as {@code %00} in a
 * path.
 */
final class ContainerErrorValve extends ErrorReportValve {

  private static final Logger LOG = LoggerFactory.getLogger(ContainerErrorValve.class);

  private final ProblemWriter problems;

  ContainerErrorValve(ProblemWriter problems) {
    this.problems = problems;
  }

  @Override
  protected void report(Request request, Response response, @Nullable Throwable failure) {
    if (response.getStatus() >= 400
        && response.getContentWritten() == 0
        && response.setErrorReported()
        && isWritable(response)) {
      try {
        write(response);
      } catch (IOException e) {
        LOG.debug(
            "client disconnected before the error response: client={} status={}",
            request.getRemoteAddr(),
            response.getStatus(),
            e);
      }
    }
  }

  private static boolean isWritable(Response response) {
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
    if (writer != null) { // null if the body has been started
      writer.write(
          problems.toJson(
              ProblemDetail.forStatusAndDetail(status, ProblemWriter.defaultDetail(status))));
      response.finishResponse();
    }
  }
}
