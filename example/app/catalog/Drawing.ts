/** All lengths in hundredths of the picture's height. */
export interface Shape {
  x: number;
  y: number;
  w: number;
  h: number;
  color: string;
  /** Radius of the two upper corners. */
  top?: number;
  /** Radius of the two lower corners. */
  bottom?: number;
  /** Line width: an outline in place of a filled shape. */
  ring?: number;
  /** Degrees, clockwise. */
  turn?: number;
}

export interface Drawing {
  backdrop: string;
  shapes: Shape[];
}
