/**
 * Messages of IMD, the protocol between a running molecular dynamics engine and its viewers, as
 * values and as bytes. Start at {@link org.touchpaper.imd.message.ImdMessage}. Both versions in use
 * are covered: 2 (NAMD, GROMACS, LAMMPS) and 3 (GROMACS and LAMMPS since 2025). Pure: depends on
 * the JDK and JSpecify alone and does no input or output.
 */
@NullMarked
package org.touchpaper.imd.message;

import org.jspecify.annotations.NullMarked;
