//! Pixels in memory, with letters that are made of pixels, so that a picture needs no font of the system; and PNG.

use font8x8::UnicodeFonts;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendTextStyle, DrawingBackend, DrawingErrorKind};
use std::convert::Infallible;

/// A letter is so many pixels wide, and twice as high.
const WIDTH: i32 = 8;
const HEIGHT: i32 = 2 * WIDTH;

/// What stands for letters that are not those of ASCII.
const UNKNOWN: [u8; 8] = [0x7e; 8];

/// An image in memory.
pub struct Raster {
    width: u32,
    height: u32,
    /// Red, green and blue of each pixel, line by line.
    pixels: Vec<u8>,
}

impl Raster {
    /// A white image.
    pub fn new((width, height): (u32, u32)) -> Self {
        Raster {
            width,
            height,
            pixels: vec![255; (width * height * 3) as usize],
        }
    }

    /// The image as a file.
    pub fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let written = encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&self.pixels));
        written.expect("memory takes an image of the size that was announced");
        bytes
    }
}

impl DrawingBackend for &mut Raster {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn ensure_prepared(&mut self) -> Result<(), DrawingErrorKind<Infallible>> {
        Ok(())
    }

    fn present(&mut self) -> Result<(), DrawingErrorKind<Infallible>> {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Result<(), DrawingErrorKind<Infallible>> {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
            return Ok(());
        };
        if x < self.width && y < self.height {
            let start = ((y * self.width + x) * 3) as usize;
            let (red, green, blue) = color.rgb;
            for (below, above) in self.pixels[start..start + 3].iter_mut().zip([red, green, blue]) {
                *below = (f64::from(*below) * (1.0 - color.alpha) + f64::from(above) * color.alpha).round() as u8;
            }
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (left, top): BackendCoord,
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        let wide = WIDTH * text.chars().count() as i32;
        let anchor = style.anchor();
        let across = match anchor.h_pos {
            HPos::Left => 0,
            HPos::Center => -wide / 2,
            HPos::Right => -wide,
        };
        let down = match anchor.v_pos {
            VPos::Top => 0,
            VPos::Center => -HEIGHT / 2,
            VPos::Bottom => -HEIGHT,
        };
        for (number, letter) in text.chars().enumerate() {
            let glyph = font8x8::BASIC_FONTS.get(letter).unwrap_or(UNKNOWN);
            for (x, y) in dots(glyph) {
                let (x, y) = style
                    .transform()
                    .transform(across + WIDTH * number as i32 + x, down + y);
                self.draw_pixel((left + x, top + y), style.color())?;
            }
        }
        Ok(())
    }
}

/// The pixels of a letter: a byte a line, whose lowest bit stands at the left; each line is drawn twice.
fn dots(glyph: [u8; 8]) -> impl Iterator<Item = (i32, i32)> {
    (0..HEIGHT).flat_map(move |y| {
        let line = glyph[(y / 2) as usize];
        (0..WIDTH).filter(move |x| line >> x & 1 == 1).map(move |x| (x, y))
    })
}
