package org.touchpaper.harc.rm.slurm;

/** What Slurm shows in a form that is not known here: a sentence that names it. */
final class UnreadableText extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableText(String sentence) {
    super(sentence);
  }
}
